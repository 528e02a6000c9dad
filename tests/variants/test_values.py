"""The eleven variants: their values against the oracle's own table, and a source for every one of them."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from kwx_cli import load_variant
from kwx_cli.patterns import PATTERNS
from kwx_cli.variants import DEFAULT, variant_ids
from kwx_cli.variants.schema import KEYS
from tests.oracle.rules import VARIANTS

FILES = {
    entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text("utf-8"))
    for entry in resources.files("kwx_cli.variants").iterdir()
    if entry.name.endswith(".toml")
}
SOURCES = FILES.pop("sources")

# What the rule book's section 6 says of the keys that the oracle's table does not have.
REST: dict[str, dict[str, object]] = {
    "reveal.two_winners": {"": "each", "xiangyang-wuxian": "first-revealed"},
    "reveal.protects": {"": False, "xiangyang-3d": True, "shiyan": True, "xiaogan": True},
    "reveal.min_wall": {"": 0, "xiaogan": 12},
    "kongs.bu": {"": 1},
    "kongs.zhi": {"": 2},
    "kongs.an": {"": 2},
    "kongs.chain": {"": None, "xiangyang-manhu": 1},
    "kongs.full_at": {"": None, "suizhou": 3},
    "kongs.full": {"": 8},
    "kongs.pao_grows": {"": False, "suizhou": True},
    "kongs.held_chains": {"": True, "xiangyang-wuxian": False},
    "kongs.forgotten": {"": "paid", "xiangyang-manhu": "unpaid"},
    "draw.pays": {
        "": "first-revealed",
        "xiangyang-wuxian": "largest",
        "kawuxin": "revealed-pay-unrevealed",
        "xiangyang-3d": "ready",
        "shiyan": "ready",
        "xiaogan": "ready",
    },
    "draw.dealer": {"": "stays", "xiangyang-manhu": "first-revealed"},
    "louhu": {"": "until-draw", "xiangfan": "higher-allowed"},
    "extras.piao": {"": False, "xiangyang-3d": True, "shiyan": True, "xiaogan": True},
    "extras.maima": {"": "none", "xiangyang-3d": "zimo", "shiyan": "zimo", "xiaogan": "zimo"},
    "extras.maima_dragons": {"": 10},
    "reveal.kongs": {"": "same-waits", "xiangyang-manhu": "still-waits"},
    "dealer.bawang": {"": False},
    "shanglou": {"": False, "shiyan": True},
}
OFF = (None, "none")
"""A choice that may be off says ``none`` in some keys and has no value in others."""


@pytest.mark.parametrize("id", variant_ids())
def test_values_are_those_of_the_oracle(id: str) -> None:
    found = {key: load_variant(id).settings[key].value for key in VARIANTS[id]}
    assert found == VARIANTS[id]


@pytest.mark.parametrize("id", variant_ids())
@pytest.mark.parametrize("key", REST)
def test_other_values(id: str, key: str) -> None:
    expected = REST[key].get(id, REST[key][""])
    found = load_variant(id).settings[key].value
    assert found == expected or (found in OFF and expected in OFF)


def test_there_are_eleven_and_the_default_is_first() -> None:
    assert variant_ids()[0] == DEFAULT == "xiangyang"
    assert set(variant_ids()) == set(VARIANTS)
    assert len(variant_ids()) == 11


def test_the_root_states_every_key() -> None:
    """And nothing else, so that no variant can lack one."""
    assert len(KEYS) == len(set(KEYS))
    assert {f"values.{pattern}" for pattern in PATTERNS} <= set(KEYS)
    for id in variant_ids():
        assert list(load_variant(id).settings) == list(load_variant("xiangyang").settings)
        assert set(load_variant(id).settings) == set(KEYS)


def test_every_key_is_tested_here() -> None:
    """A setting that is added needs its values above, as the rule book has them."""
    known = set(VARIANTS["xiangyang"]) | set(REST)
    assert len(VARIANTS["xiangyang"]) == 35
    assert set(KEYS) == known


@pytest.mark.parametrize("id", variant_ids())
def test_every_value_has_a_known_source(id: str) -> None:
    variant = load_variant(id)
    for key, setting in variant.settings.items():
        assert setting.source in SOURCES, key
        assert setting.origin in FILES, key
        assert KEYS[key].check("none" if setting.value is None else setting.value) is None, key
    assert variant.texts
    assert set(variant.texts) <= set(SOURCES)


@pytest.mark.parametrize("id", variant_ids())
def test_both_names(id: str) -> None:
    variant = load_variant(id)
    assert variant.zh != variant.en
    assert not variant.zh.isascii()
    assert variant.en.isascii()


@pytest.mark.parametrize("id", FILES)
def test_what_is_stated_exists_and_is_not_set_beside(id: str) -> None:
    """`stated` names inherited keys; a value of the file's own has its source with it."""

    def leaves(table: dict[str, object], prefix: str = "") -> set[str]:
        found: set[str] = set()
        for name, value in table.items():
            if isinstance(value, dict) and "value" not in value:
                found |= leaves(value, f"{prefix}{name}.")
            else:
                found.add(prefix + name)
        return found

    own = leaves({key: value for key, value in FILES[id].items() if key not in ("stated", "options", "name")})
    stated = [key for keys in FILES[id].get("stated", {}).values() for key in keys]
    assert len(stated) == len(set(stated)), "stated twice"
    assert set(stated) <= set(KEYS)
    assert not set(stated) & own
    for source in FILES[id].get("stated", {}):
        for key in FILES[id]["stated"][source]:
            assert load_variant(id).settings[key].source == source if id != "shared" else True


def test_single_inheritance() -> None:
    parents = {id: FILES[id].get("extends") for id in FILES}
    assert parents["shared"] is None
    assert {id for id in FILES if parents[id] == "shared"} == set(FILES) - {"shared", "shiyan", "xiaogan", "qiabazhang"}
    assert parents["shiyan"] == parents["xiaogan"] == "xiangyang-3d"
    assert parents["qiabazhang"] == "xiangyang"


@pytest.mark.parametrize("id", FILES)
def test_a_file_states_only_what_differs(id: str) -> None:
    """A value equal to the parent's is for a source or a note of its own, which [stated] cannot hold."""
    if id == "shared":
        return
    parent = FILES[id]["extends"]
    above = {} if parent == "shared" else load_variant(parent).settings
    for key, setting in load_variant(id).settings.items():
        if setting.origin == id and key in above and setting.value == above[key].value:
            assert setting.source != above[key].source or setting.note != above[key].note, key


def test_options() -> None:
    assert set(load_variant("xiangyang-3d").options) == {"pindao", "fengding"}
    assert set(load_variant("shiyan").options) == {"pindao", "fengding"}
    assert set(load_variant("xiaogan").options) == {"fengding"}  # 孝感 has no 频道
    assert load_variant("xiangyang-3d").options["pindao"].default == "ban"
    for id in set(variant_ids()) - {"xiangyang-3d", "shiyan", "xiaogan"}:
        assert not load_variant(id).options


def test_a_value_that_no_text_of_its_own_states_is_decided() -> None:
    assert not load_variant("xiangyang").is_decided("values.kawuxing")
    assert load_variant("classic").is_decided("reveal.liability")  # bao in CL from WX
    assert load_variant("suizhou").is_decided("cap")  # 满, with the figure of MH
    assert load_variant("kawuxin").is_decided("values.haidilao")  # against KX
