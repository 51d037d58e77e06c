"""What Puppet sets in top scope besides facts: its names and types, as source."""

from __future__ import annotations

#: `$trusted`
TRUSTED = """Struct[{authenticated => Variant[Boolean, Enum['local', 'remote']], certname => String,
  domain => Optional[String], hostname => String, extensions => Hash[String, String], external => Hash[String, Data]}]"""
#: `$server_facts`
SERVER_FACTS = """Struct[{serverversion => String, servername => String, serverip => Optional[String],
  Optional[serverip6] => String, environment => String}]"""
TOP = {
    "trusted": TRUSTED,
    "server_facts": SERVER_FACTS,
    "environment": "String",
    "clientcert": "String",
    "clientversion": "String",
    "clientnoop": "Boolean",
    "servername": "String",
    "serverip": "String",
    "serverversion": "String",
    "agent_specified_environment": "Optional[String]",
}
#: Those that are variables of old, beside the facts.
GIVEN = tuple(name for name in TOP if name not in ("trusted", "server_facts"))
