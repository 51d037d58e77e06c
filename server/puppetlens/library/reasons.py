"""Why something cannot be known here, each reason once: what is shown, when, and what makes it known.

`docs/unknown.md` is made from this file (`scripts/write_unknown.py`). Layers below, which cannot import it, write the
same words; a test holds them against it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..base.errors import Location
from ..catalog.text import ENCRYPTED as ENCRYPTED_TEXT
from ..types.values import Unknown, UnknownReason


class Reason(NamedTuple):
    """Why something is not known: the text that is shown (`{}` for names), when it is, and what makes it known."""

    shown: str
    when: str
    remedy: str = ""

    def unknown(self, *names: str, location: Location | None = None) -> Unknown:
        return Unknown(UnknownReason(self.shown.format(*names), *(location or Location())))

    def because(self, problem: Exception, location: Location) -> Unknown:
        """With what is the matter."""
        return Unknown(UnknownReason(f"{self.shown}: {problem}", *location))


RUBY_FUNCTION: Final = Reason(
    "the function '{}' is written in Ruby",
    "a module's function has no Puppet code, and Ruby is off",
    "turn the setting `ruby` on, or write it in Puppet",
)
RUBY_TEMPLATE: Final = Reason(
    "{}() runs Ruby (ERB)",
    "the text of a template in ERB, and Ruby is off; what its Ruby code changes in place stays as it was",
    "turn the setting `ruby` on, or write the template in EPP",
)
TITLE_PATTERNS: Final = Reason(
    "the title patterns of '{}' are computed in Ruby",
    "a resource type with several namevars, and Ruby is off",
    "turn the setting `ruby` on, or give the namevars as attributes",
)
PROGRAM: Final = Reason("generate() runs a program", "always")
BACK_END: Final = Reason(
    "Hiera's back end '{}' is not run",
    "a back end of Hiera 3",
    "one in YAML, JSON, Puppet, or Ruby as a function",
)
ENCRYPTED: Final = Reason(
    ENCRYPTED_TEXT,
    "a value of `eyaml_lookup_key` in `ENC[...]`",
    "name your keys in the settings `eyaml.privateKey` and `eyaml.publicKey`, or as options",
)
EXPORTED: Final = Reason(
    "the exported resources of other nodes are in PuppetDB",
    r"`<<\| \|>>` with storeconfigs",
    "keep what `puppet query 'resources { exported = true }'` prints in `puppetdb/resources.json`",
)
PUPPETDB: Final = Reason(
    "puppetdb_query() asks PuppetDB",
    "no file of `puppetdb/` answers it, or the query is beyond what is known here",
    "keep PuppetDB's rows of the entity in `puppetdb/ENTITY.json`",
)

NO_FACTS: Final = Reason(
    "there are no facts of the node {}",
    "neither in `facts/` nor with `--facts`: an editor's preview goes on, `catalog` and `lookup` want `--no-facts` for it",
    "what `puppet facts show` prints in `facts/NODE.json`",
)
SERVER_SETTING: Final = Reason(
    "the setting '{}' is the server's",
    "`$settings::confdir`, `Puppet[:confdir]`: those that no environment tells",
    "the setting `serverSettings`, or `--server-setting NAME=VALUE`",
)
EYAML_FUNCTION: Final = Reason("eyaml_lookup_key() decrypts with a private key", "called as a function")
DATA_FUNCTION: Final = Reason(
    "{}() reads {} for Hiera", "`yaml_data` and the like called as a function", "look the key up"
)
NOW: Final = Reason("strftime() without a time shows the time of the compilation", "always", "give it a `Timestamp`")
SERVER_ENVIRONMENT: Final = Reason(
    "the environment variable {} of the Puppet server", "data in HOCON that is filled from the environment"
)
RUBY_MEMBER: Final = Reason("{} is written in Ruby", "a member of a data type that Ruby implements, and Ruby is off")
#: What follows is said of `the function '...'`, `the template ...` and the like.
IMPURE: Final = (
    Reason("{} reads {}", "Ruby asked for a file outside of the environment, or for the clock, the time zone, the time or "
           "the owner of a file, an environment variable that servers have, the version of the server's Ruby, the address "
           "of an object, `'text'.hash`; also where the code goes on without it",
           "let it use what is the same on all servers: a fact, a parameter, a digest of the text, a time in UTC"),
    Reason("{} asks {}", "for the users of the server, its processors, its own process",
           "let a fact or a parameter tell it"),
    Reason("{} uses randomness", "`rand`, `shuffle`, SecureRandom without a seed: another value at each compilation"),
    Reason("{} writes {}", "there is nothing to write to"),
    Reason("{} runs the program {}", "no programs run", "`ruby` natively, where the folder is trusted"),
    Reason("{} starts a process, or waits for one", "there are none", "`ruby` natively, where the folder is trusted"),
    Reason("{} sends a signal, or waits for one", "there is nobody to send it to"),
    Reason("{} opens a connection", "there is no network", "`ruby` natively, where the folder is trusted"),
    Reason("{} starts a thread", "there are none"),
    Reason("{} sleeps", "nothing waits here"),
)  # fmt: skip
STOPPED: Final = Reason(
    "{} was stopped: {}",
    "Ruby took more time or memory than it may, or nests too deeply",
    "one answer is lost, no more",
)
NOT_READY: Final = Reason(
    "{} is written in Ruby: {}", "the interpreter is being prepared, or it is not there", "wait, or `make setup`"
)
NOT_SUPPORTED: Final = Reason("not supported: {}", "a part of Puppet's Ruby API that is not there in the sandbox")

#: All of them, in the order of their page.
REASONS: Final = (
    NO_FACTS, RUBY_FUNCTION, RUBY_TEMPLATE, *IMPURE, NOT_SUPPORTED, STOPPED, NOT_READY, TITLE_PATTERNS, RUBY_MEMBER,
    PROGRAM, BACK_END, ENCRYPTED, EYAML_FUNCTION, DATA_FUNCTION, EXPORTED, PUPPETDB, SERVER_SETTING, SERVER_ENVIRONMENT,
    NOW,
)  # fmt: skip
