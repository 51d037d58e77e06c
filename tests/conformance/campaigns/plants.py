"""Mistakes as people make them, planted in real files: each kind says where in a text it can be made.

A kind has a planter (see `edits`), whose edits are drawn from by chance; whether one is a mistake indeed, real Puppet is asked.
`where` is what the mistake is about: `code` (the file itself), `across` (what other files have), `template`, `data`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from edits import Plant, each_of, repeating, replacing, slipping, within

Where = Literal["code", "across", "template", "data"]


class Kind(NamedTuple):
    """`files` matches the paths (in the environment) that the mistake is made in. `differs`: a catalog that is another
    one, or a warning of Puppet's, proves it, too; `ignored`: it is one as Puppet takes no notice of what stands there. `said`
    is what Puppet's error says where the mistake is of this kind, and no other that it led to."""

    name: str
    where: Where
    files: str
    plant: Plant
    differs: bool = False
    ignored: bool = False
    said: str = ""


_PP, _ANY_PP, _EPP, _DATA = r".*/manifests/.*\.pp", r"(?:.*/)?manifests/.*\.pp", r".*\.epp", r"data/common\.yaml"
_TEMPLATE = r".*/templates/.*"
_ATTRIBUTE = r"^ +(\w+) +=> "
_BUILT_IN = "file|package|service|exec|user|group|cron|notify"
_NAME = r"[a-z]\w{3,}"
_PARAMETER = r"^  (?:Optional\[)?(?:String|Integer|Boolean|Hash|Array|Stdlib|Enum)[\w:\[\], ]* +\$"
_HIERA_KEY = r"^ *(?:- )?(hierarchy|version|defaults|datadir|data_hash|path|name|paths|globs?|mapped_paths):"
#: Values below others: in data, in brackets and in blocks; in code.
_LEAVES = (
    r"(?<=[\[, ])(\"[^\"\n]*\"|true|false|\d+)(?=[\]},])",
    r"^ +(?:- |\"[^\"\n]+\": )(\"[^\"\n]*\"|true|false|\d+)$",
)
_LEAF = r"(?<=[\[{, ])('[^'\n]*'|true|false|\d+)(?= *[\]},\n])(?! *=>)"
_BRACKETS = r"^[\w:]+: [\[{][^\n]*$"
_DEFAULT = r"^ +(?:Optional\[)?(?:Array|Hash|Struct|Tuple|[A-Z]\w+::)[^\n$]*\$\w+ *= [\[{].*?[\]}],?$"
_DECLARATION = r"^ *(?:(?:::)?\w+(?:::\w+)+|class) ?\{.*?^ *\}"
_GIVEN = r"^ +\w+ +=> {},?$"
_BRACKETS_GIVEN = r"=> (?:\{[^{}]*\}|\[[^\[\]]*\])"
_TAG, _EPP_TAG = r"<%.*?%>", r"<%(?:(?!%>)[^@])*?\$(?:(?!%>)[^@])*%>"
_WORDS = "if|unless|elsif|case|and|or|in|epp|template"
_WRONG = {"true": "'true'", "false": "'false'"}
#: What is given where a class or a define is declared: what no scalar takes, no list, no text and no boolean.
_GIVE_ANOTHER = within(
    _DECLARATION,
    each_of(
        replacing(_GIVEN.format(r"(\$[\w:]+|\w+|'[^'\n]*')"), "{ 'a' => [1] }", 1),
        replacing(_GIVEN.format(r"(\[[^\[\]\n]*\])"), "{ 'a' => [1] }", 1),
        replacing(_GIVEN.format(r"('[^'\n]*')"), "[true]", 1),
        replacing(_GIVEN.format(r"(true|false)"), lambda match: _WRONG[match[1]], 1),
        replacing(_GIVEN.format(r"(\$[\w:]+)"), "[[]]", 1),
    ),
)
_DEEP = each_of(
    *(
        each
        for wrong in ("[[1]]", "{ wrong: [1] }")
        for each in (within(_BRACKETS, replacing(_LEAVES[0], wrong, 1)), replacing(_LEAVES[1], wrong, 1))
    ),
    *(
        each
        for leaf in (replacing(_LEAF, "[[1]]", 1), replacing(_LEAF, "{ 'wrong' => [1] }", 1))
        for each in (within(_DEFAULT, leaf), within(_DECLARATION, within(_BRACKETS_GIVEN, leaf)))
    ),
)
#: In EPP calls before brackets and behind dots; in ERB by the scope.
_CALLS = each_of(
    within(_EPP_TAG, slipping(rf"(?<![\w:$'\"@.-])(?!(?:{_WORDS})\b)(?:\w+::)*([a-z]\w{{2,}})\(")),
    within(_EPP_TAG, slipping(r"[\w)\]]\.([a-z]\w{2,})(?= *[(|])")),
    within(_TAG, slipping(r"\bscope\.(?:function_|call_function\(['\":]+(?:\w+::)*)(\w{3,})")),
)

KINDS: tuple[Kind, ...] = (
    # The file itself
    Kind("comma missing between attributes", "code", _PP, replacing(r"=> [^,{}\[\]()\n]+(,)\n +\w+ +=>", "", 1)),
    Kind("comma missing between parameters", "code", _PP, replacing(r"\$\w+ *= [^,{}\[\]()\n]+(,)\n +\w", "", 1)),
    Kind("comma missing in a list", "code", _PP, replacing(r"\['[^'\n]*'(,) *'", "", 1)),
    Kind("brace missing at the end", "code", _PP, replacing(r"^ +(\})\n", "", 1)),
    Kind("brace missing at the start", "code", _PP, replacing(r"^ +(?:if|unless) [^\n{]+(\{)\n", "", 1)),
    Kind("bracket missing", "code", _PP, replacing(r"=> \w+\('[^']*'(\)),", "", 1)),
    Kind("quote missing", "code", _PP, replacing(r"=> '[^'\n]*('),\n", "", 1)),
    Kind("colon missing behind a title", "code", _PP, replacing(r"\{ ?['\"$][^:\n]*(:)\n", "", 1)),
    Kind("= for =>", "code", _PP, replacing(_ATTRIBUTE.replace("=> ", "(=>) "), "=", 2)),
    Kind("interpolation not closed", "code", _PP, replacing(r"\$\{\w+(\})", "", 1)),
    Kind("else if", "code", _PP, replacing(r"elsif", "else if")),
    Kind("variable misspelt", "code", _PP, slipping(rf"=> \$({_NAME})[,\n]"), True),
    Kind("variable misspelt in a text", "code", _PP, slipping(rf"\$\{{({_NAME})\}}"), True),
    Kind("variable assigned twice", "code", _PP, repeating(r"^ +\$\w+ += [^{}\[\]()\n]+\n")),
    Kind("parameter declared twice", "code", _PP, repeating(r"^  [A-Z]\w+ +\$\w+ += [^,{}\[\]()\n]+,\n")),
    Kind("attribute twice", "code", _PP, repeating(r"^ +\w+ +=> [^,{}\[\]()\n]+,\n")),
    Kind("resource twice", "code", _PP, repeating(rf"^ +(?:{_BUILT_IN}) \{{ ?'[^{{}}]+\}}\n")),
    Kind("attribute misspelt", "code", _PP, slipping(rf"(?:{_BUILT_IN}) \{{[^{{}}]*?\n +({_NAME}) +=>")),
    Kind("resource type misspelt", "code", _PP, slipping(rf"^ +({_BUILT_IN}) \{{")),
    Kind("function misspelt", "code", _PP, slipping(r"(?<![\w:$'.])(pick|merge|template|epp|join|empty|each|concat|lookup|fail|flatten)\(")),
    Kind("data type misspelt", "code", _PP, slipping(r"\b(Boolean|String|Integer|Optional|Hash|Array|Enum)\b")),
    Kind("default of another type", "code", _PP, replacing(r"Boolean +\$\w+ += (true|false)", lambda m: _WRONG[m[1]], 1)),
    Kind("reference in small letters", "code", _PP, replacing(r"=> (File|Package|Service|Exec)\[", lambda m: m[1].lower(), 1)),
    Kind("class named otherwise than its file", "code", _PP, slipping(r"^class [\w:]*?(\w+)(?=[ (])")),
    Kind("variable of another namespace assigned", "code", _PP, replacing(r"^ +\$(\w+) += ", lambda m: f"other::{m[1]}", 1)),
    Kind("argument too many", "code", _PP, replacing(r"\b(?:include|contain) (\w[\w:]*)$", lambda m: f"({m[1]}) + 1", 1)),
    # What other files have
    Kind("class misspelt", "across", _ANY_PP, slipping(r"(?:include|contain|require) '?[\w:]*?(\w{4,})'?$")),
    Kind("class reference misspelt", "across", _PP, slipping(r"Class\['?(?:::)?[\w:]*?(\w{4,})'?\]")),
    Kind("parent misspelt", "across", _PP, slipping(r"inherits (?:::)?[\w:]*?(\w{4,})")),
    Kind("define misspelt", "across", _PP, slipping(r"^ +(?:::)?\w+::(\w{4,}) ?\{")),
    Kind("parameter of a class or define misspelt", "across", _PP, slipping(rf"(?:\w+::\w+|class) ?\{{[^{{}}]*?\n +({_NAME}) +=>")),
    Kind("parameter of another type", "across", _PP, _GIVE_ANOTHER, said=": parameter '"),
    Kind("variable of a class misspelt", "across", _PP, slipping(r"\$(?:::)?\w+(?:::\w+)*::(\w{4,})"), True),
    Kind("template misspelt", "across", _PP, slipping(r"(?:template|epp)\(['\"][\w$\{\}]+/[\w/.]*?(\w{4,})\.e")),
    Kind("alias misspelt", "across", _PP, slipping(r"Stdlib::(?:\w+::)?([A-Z]\w{3,})")),
    Kind("resource reference misspelt", "across", _PP, slipping(r"=> (?:File|Package|Service|Exec|Anchor)\['[^'\n]*?(\w{4,})'\]")),
    Kind("module of a function misspelt", "across", _PP, slipping(r"(?<![\w:$])(\w{4,})::\w+\(")),
    Kind("file of a source misspelt", "across", _ANY_PP, slipping(r"puppet:///modules/[\w$\{\}]+/[\w/.-]*?(\w{4,})"), True),
    # Templates
    Kind("variable of a template misspelt", "template", _EPP, slipping(rf"<%=? *-? *.*?\$({_NAME})"), True),
    Kind("tag of a template not closed", "template", _EPP, replacing(r"<%[^%]*?( -?%>)", "", 1)),
    Kind("brace missing in a template", "template", _EPP, replacing(r"<%-? *(\}) *-?%>", "", 1)),
    Kind("function misspelt in a template", "template", _TEMPLATE, _CALLS, said="nknown function"),
    Kind("class misspelt in a template's variable", "template", _EPP, slipping(r"\$(?:::)?\w+(?:::\w+)*::(\w{4,})"), True),
    # Data
    Kind("key of data misspelt", "data", _DATA, slipping(r"^(?:\w+::)+(\w{4,}): "), ignored=True),
    Kind("class misspelt in a key", "data", _DATA, slipping(r"^(\w{5,})(?:::\w+)+: "), ignored=True),
    Kind("value of another type", "data", _DATA, replacing(r"^\w+::[\w:]+: ((?!null)\S.*)$", "{ wrong: [1] }", 1)),
    Kind("text for a number or a boolean", "data", _DATA, replacing(r"^[\w:]+: (true|false|\d+)$", lambda m: f"'{m[1]}'", 1)),
    Kind("value of another type deep inside", "data", rf"{_DATA}|{_PP}", _DEEP, said=" expects "),
    Kind("quote missing in data", "data", _DATA, replacing(r"^[\w:]+: \"[^\"\n]+(\")$", "", 1)),
    Kind("bracket missing in data", "data", _DATA, replacing(r"^[\w:]+: [\[{][^\n]+([\]}])$", "", 1)),
    Kind("tab in data", "data", _DATA, replacing(r"^([\w:]+: )\S", "\t", 1)),
    Kind("key of data indented", "data", _DATA, replacing(r"\n(?=\w+::\w+)", "\n  ")),
    Kind("colon without a space", "data", _DATA, replacing(r"^[\w:]+:( )", "", 1)),
    Kind("key twice", "data", _DATA, replacing(r"^([\w:]+: )(?:true|false|\d+)()$", lambda m: f"\n{m[1]}[twice]", 2), True),
    Kind("interpolated key misspelt", "data", _DATA, slipping(r"%\{(?:alias|lookup)\('(\w+)'\)"), True),
    Kind("interpolated fact misspelt", "data", r"(?:data/common|hiera)\.yaml", slipping(r"%\{facts\.(?:\w+\.)*(\w{4,})\}"), True),
    Kind("key of a look-up misspelt", "data", r"manifests/site\.pp", slipping(r"lookup\('(\w+)'\)")),
    Kind("key of hiera.yaml misspelt", "data", r"hiera\.yaml", slipping(_HIERA_KEY)),
    Kind("quote or bracket missing in hiera.yaml", "data", r"hiera\.yaml", replacing(r"[\]\"]$|(?<= )[\[\"]", "")),
    Kind("value of another type in hiera.yaml", "data", r"hiera\.yaml", replacing(r"(?:path|glob|datadir|name|data_hash): (\S+)$", "[1]", 1)),
)  # fmt: skip
