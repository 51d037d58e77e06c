"""What a look-up does beyond real Puppet's answers: origins, back ends that are not run, functions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from puppetlens.base.errors import PuppetError
from puppetlens.hiera import BackEnd, Hiera, LookupContext, LookupError, NotFound, Origin, Surroundings
from puppetlens.hiera.data_file import read_json, read_yaml
from puppetlens.project.files import MemoryFiles
from puppetlens.types.values import Hash, Unknown, UnknownReason, Value

Function = Callable[[tuple[Value, ...]], Value]


class Scope:
    def __init__(self, **values: Value) -> None:
        self.values = values

    def get(self, name: str, *, tolerant: bool = False) -> Value:
        return self.values.get(name)

    def exists(self, name: str) -> bool:
        return name in self.values


class NamedFunctions:
    def __init__(self, **functions: Function) -> None:
        self.functions = functions
        self.calls = 0

    def find(self, kind: str, name: str) -> BackEnd | None:
        function = self.functions.get(name)
        if function is None:
            return None

        def called(arguments: tuple[Value, ...]) -> Value:
            self.calls += 1
            return function(arguments)

        return BackEnd(called)


def hiera(files: dict[str, str], **functions: Function) -> Hiera:
    surroundings = Surroundings(
        MemoryFiles({f"/env/{path}": text.encode() for path, text in files.items()}),
        "production",
        "/env",
        lambda name: f"/env/modules/{name}",
        functions=NamedFunctions(**functions),
    )
    return Hiera(surroundings)


TWO_LEVELS = "version: 5\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, path: b.yaml}\n"


def test_a_value_knows_its_file_and_line() -> None:
    found = hiera({"hiera.yaml": "version: 5", "data/common.yaml": "---\n# x\nk:\n  - 1\n"}).find("k", Scope())
    assert found is not None
    assert found.origins == (Origin("/env/data/common.yaml", 3, 1),)


def test_a_dotted_key_knows_the_line_of_its_part() -> None:
    data = "k:\n  a:\n    - 1\n    - {b: 2}\n"
    found = hiera({"hiera.yaml": "version: 5", "data/common.yaml": data}).find("k.a.1.b", Scope())
    assert found is not None
    assert found.value == 2
    assert found.origins == (Origin("/env/data/common.yaml", 4, 8),)


def test_a_merge_names_all_that_contributed_in_order() -> None:
    files = {"hiera.yaml": TWO_LEVELS, "data/a.yaml": "x: 1\nk: [1]\n", "data/b.yaml": "k: [2]\n"}
    found = hiera(files).find("k", Scope(), "unique")
    assert found is not None
    assert found.value == (1, 2)
    assert found.origins == (Origin("/env/data/a.yaml", 2, 1), Origin("/env/data/b.yaml", 1, 1))


def test_positions_in_json_and_of_the_last_of_equal_keys() -> None:
    json_file = read_json("f.json", b'{\n\t"a": 1,\n\t"b": {"c": [true]}\n}')
    assert json_file.origin("b", "c", 0) == Origin("f.json", 3, 14)
    yaml_file = read_yaml("f.yaml", b"a: 1\nb: 2\na: 3\n")
    assert yaml_file.values == Hash({"a": 3, "b": 2})
    assert yaml_file.origin("a").line == 3
    assert yaml_file.origin("nope") == Origin("f.yaml", None, None)


def test_paths_follow_the_variables_of_each_call() -> None:
    files = {"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: '%{x}.yaml'}\n"}
    files |= {"data/a.yaml": "k: '%{y}'", "data/b.yaml": "k: b"}
    data = hiera(files)
    assert data.lookup("k", Scope(x="a", y=1)) == "1"
    assert data.lookup("k", Scope(x="b")) == "b"
    assert data.lookup("k", Scope(x="a", y=2)) == "2"


def test_what_is_unknown_stays_unknown() -> None:
    why = UnknownReason("no facts")
    files = {"hiera.yaml": TWO_LEVELS.replace("a.yaml", "'%{x}.yaml'"), "data/b.yaml": "k: 'a %{x}'\nl: 1"}
    found = hiera(files).lookup("l", Scope(x=Unknown(why)))
    assert isinstance(found, Unknown)
    assert found.reasons == (why,)
    files["hiera.yaml"] = TWO_LEVELS
    text = hiera(files).lookup("k", Scope(x=Unknown(why)))
    assert isinstance(text, Unknown)
    assert hiera(files).lookup("l", Scope(x=Unknown(why))) == 1


def test_encrypted_values_alone_are_unknown() -> None:
    config = "version: 5\nhierarchy:\n  - {name: E, lookup_key: eyaml_lookup_key, path: e.eyaml}\n"
    data = hiera({"hiera.yaml": config, "data/e.eyaml": "a: 1\nb:\n  p: ENC[PKCS7,abc]\n  q: 2\n"})
    assert data.lookup("a", Scope()) == 1
    assert data.lookup("b.q", Scope()) == 2
    secret = data.lookup("b.p", Scope())
    assert isinstance(secret, Unknown)
    assert secret.reasons == (UnknownReason("the value is encrypted", "/env/data/e.eyaml", 3, 3),)


def entry(kind: str, extra: str = "") -> str:
    return f"version: 5\nhierarchy:\n  - {{name: F, {kind}: f{extra}}}\n"


def test_data_hash_functions_are_called_once_with_options_and_context() -> None:
    seen: list[tuple[Value, ...]] = []

    def function(arguments: tuple[Value, ...]) -> Value:
        seen.append(arguments)
        return Hash({"a": "%{x}", "b": 2})

    data = hiera({"hiera.yaml": entry("data_hash", ", options: {o: '%{x}'}")}, f=function)
    assert data.lookup("a", Scope(x="X")) == "X"
    assert data.lookup("b", Scope(x="X")) == 2
    assert len(seen) == 1
    options, context = seen[0]
    assert options == Hash({"o": "X"})
    assert isinstance(context, LookupContext)


def test_lookup_key_functions_can_say_that_there_is_no_such_key() -> None:
    def function(arguments: tuple[Value, ...]) -> Value:
        key, _, context = arguments
        if context.cache_has_key("n"):
            context.cache("n", context.cached_value("n") + 1)
        else:
            context.cache("n", 0)
        if key in ("nope", "lookup_options"):
            raise NotFound
        return context.interpolate("%{lookup('other')}") if key == "a" else f"<{key}>"

    data = hiera({"hiera.yaml": entry("lookup_key")}, f=function)
    assert data.lookup("a", Scope()) == "<other>"
    assert data.lookup("nope", Scope(), default="d") == "d"


def test_data_dig_functions_get_the_whole_key() -> None:
    seen: list[Value] = []

    def function(arguments: tuple[Value, ...]) -> Value:
        seen.append(arguments[0])
        if arguments[0] == ("lookup_options",):
            arguments[2].not_found()
        return "dug"

    assert hiera({"hiera.yaml": entry("data_dig")}, f=function).lookup("a.b.0", Scope()) == "dug"
    assert seen[-1] == ("a", "b", 0)


def test_a_look_up_from_a_function_notices_the_recursion() -> None:
    def function(arguments: tuple[Value, ...]) -> Value:
        if arguments[0] == "lookup_options":
            raise NotFound
        return data.lookup(arguments[0], Scope())

    data = hiera({"hiera.yaml": entry("lookup_key")}, f=function)
    with pytest.raises(LookupError, match="Recursive lookup detected in"):
        data.lookup("a", Scope())


def test_an_unknown_function_is_an_error_of_hiera_yaml() -> None:
    with pytest.raises(LookupError) as caught:
        hiera({"hiera.yaml": entry("lookup_key")}).lookup("a", Scope())
    assert caught.value.issue_code == "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND"
    assert caught.value.location is not None
    assert caught.value.location.file == "/env/hiera.yaml"


def test_hiera_functions_see_the_environment_of_version_5() -> None:
    data = hiera({"hiera.yaml": TWO_LEVELS, "data/a.yaml": "k: [1]", "data/b.yaml": "k: [2]"})
    assert data.legacy_lookup("k", Scope()) == (1,)
    assert data.legacy_lookup("k", Scope(), merge="unique") == (1, 2)
    assert data.legacy_lookup("z", Scope(), block=lambda key: f"no {key}") == "no z"
    with pytest.raises(PuppetError, match="did not find a value for the name 'z'"):
        data.legacy_lookup("z", Scope())
