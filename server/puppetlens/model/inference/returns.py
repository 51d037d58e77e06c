"""What functions return that do not declare it: Puppet's own, and those of stdlib that everybody uses.

Where the arguments decide, `calls.py` computes it first; these are what remains.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BY_TYPE: Final = {
    "Boolean": "all any any2bool defined defined_with_params empty has_interface_with has_ip_address has_ip_network"
    " has_key is_a is_absolute_path is_array is_bool is_domain_name is_email_address is_float is_function_available"
    " is_hash is_integer is_ip_address is_ipv4_address is_ipv6_address is_mac_address is_numeric is_string member"
    " num2bool os_version_gte stdlib::end_with stdlib::has_function stdlib::has_interface_with stdlib::ip_in_range"
    " stdlib::os_version_gte stdlib::start_with str2bool tagged",
    "String": "base64 basename batch_escape bool2str digest dirname dos2unix file fqdn_rand_string fqdn_uuid generate"
    " get_module_path inline_template join md5 module_directory powershell_escape pw_hash"
    " regexpescape seeded_rand_string sha1 sha256 shell_escape shell_join shellquote sprintf sprintf_hash"
    " stdlib::batch_escape stdlib::crc32 stdlib::extname stdlib::fqdn_rand_string stdlib::powershell_escape"
    " stdlib::seeded_rand_string stdlib::sha256 stdlib::shell_escape stdlib::to_json stdlib::to_json_pretty"
    " stdlib::to_python stdlib::to_ruby stdlib::to_toml stdlib::to_yaml stdlib::type_of stdlib::xml_encode"
    " str2saltedpbkdf2 str2saltedsha512 strftime template to_json to_json_pretty to_python to_ruby to_toml to_yaml"
    " type_of unix2dos uriescape",
    "Integer": "bool2num ceiling compare count floor fqdn_rand length round seeded_rand size stdlib::seeded_rand"
    " time to_bytes versioncmp",
    "Numeric": "abs max min",
    "Array": "any2array delete_at difference fqdn_rotate intersection join_keys_to_values prefix range scanf shuffle"
    " stdlib::fqdn_rotate suffix union values_at zip",
    "Array[String]": "glob grep shell_split split",
    "Array[Type[Class]]": "contain include require",
    "Hash": "deep_merge hash load_module_metadata merge stdlib::merge",
    "Type": "type",
    "Undef": "create_resources deprecation ensure_packages ensure_resource ensure_resources realize tag"
    " validate_absolute_path validate_array validate_bool validate_hash validate_integer validate_ip_address"
    " validate_legacy validate_numeric validate_re validate_slength validate_string",
    "Optional[String]": "find_file find_template",
    "Binary": "binary_file",
}  # fmt: skip

RETURNS: Final[Mapping[str, str]] = {name: type_ for type_, names in _BY_TYPE.items() for name in names.split()}
#: Functions that make a text of a text, and of an array one of each of its texts.
OF_TEXTS: Final = frozenset(
    [
        "camelcase",
        "capitalize",
        "chomp",
        "chop",
        "downcase",
        "lstrip",
        "regsubst",
        "rstrip",
        "squeeze",
        "strip",
        "swapcase",
        "upcase",
    ]
)
