"""Files of variants: each fault alone, all of a file's at once, inheritance, options, settings on top."""

from __future__ import annotations

from pathlib import Path

import pytest

from kwx_cli import VariantError, load_variant
from kwx_cli.variants.schema import KEYS

NAME = '[name]\nzh = "我家"\nen = "Ours"\n'
OPTION = NAME + "[options.x]\nzh = 'x'\nen = 'x'\n"


def faults(text: str, tmp_path: Path) -> list[tuple[str, object]]:
    """The codes and key paths of what is wrong with a file."""
    file = tmp_path / "ours.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    for fault in caught.value.faults:
        assert str(file) in fault.message("en")
        assert str(file) in fault.message("zh")
        assert fault.hint("en")
        assert fault.hint("zh")
    return [(fault.code, fault.values.get("path")) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        # Keys.
        ('capp = { value = 8, source = "XY" }\n' + NAME, "unknown-key", "capp"),
        (NAME + '[values]\nkawuxin = { value = 4, source = "XY" }', "unknown-key", "values.kawuxin"),
        ('kawuxing = { value = 4, source = "XY" }\n' + NAME, "unknown-key", "kawuxing"),
        ('wind = { value = 4, source = "XY" }\n' + NAME, "strange-key", "wind"),
        (NAME + "[seats.east]\nwind = 1", "strange-key", "seats.east.wind"),
        ('cap = { value = 8, source = "XY", nota = "" }\n' + NAME, "unknown-key", "cap.nota"),
        # Types.
        ('cap = { value = "8", source = "XY" }\n' + NAME, "wrong-type", "cap"),
        ('cap = { value = 8.0, source = "XY" }\n' + NAME, "wrong-type", "cap"),
        ('cap = { value = true, source = "XY" }\n' + NAME, "wrong-type", "cap"),
        ('cap = { value = [8], source = "XY" }\n' + NAME, "wrong-type", "cap"),
        ('shanglou = { value = 1, source = "XY" }\n' + NAME, "wrong-type", "shanglou"),
        ('shanglou = { value = "yes", source = "XY" }\n' + NAME, "wrong-type", "shanglou"),
        (NAME + "[sigui]\nscope = { value = 2, source = 'XY' }", "wrong-type", "sigui.scope"),
        ('cap = { value = 8, source = ["XY"] }\n' + NAME, "wrong-type", "cap.source"),
        ('cap = { value = 8, source = "XY", decided = "yes" }\n' + NAME, "wrong-type", "cap.decided"),
        ('cap = { value = 8, source = "XY", note = 8 }\n' + NAME, "wrong-type", "cap.note"),
        ("extends = 8\n" + NAME, "wrong-type", "extends"),
        ('texts = "XY"\n' + NAME, "wrong-type", "texts"),
        ('stated = ["cap"]\n' + NAME, "wrong-type", "stated"),
        (NAME + "[sources]\nOURS = 8", "wrong-type", "sources.OURS"),
        ("[name]\nzh = 8\nen = 'x'", "wrong-type", "name.zh"),
        ("name = 'x'", "wrong-type", "name"),
        # Values.
        ('cap = { value = 0, source = "XY" }\n' + NAME, "bad-value", "cap"),
        (NAME + "[min_fan]\nzimo = { value = 'none', source = 'XY' }", "wrong-type", "min_fan.zimo"),
        (NAME + "[sigui]\nscope = { value = 'all', source = 'XY' }", "bad-value", "sigui.scope"),
        (NAME + "[kongs]\nan = { value = -2, source = 'XY' }", "bad-value", "kongs.an"),
        (NAME + "[values]\nkawuxing = { value = 0, source = 'XY' }", "bad-multiplier", "values.kawuxing"),
        (NAME + "[values]\nkawuxing = { value = -2, source = 'XY' }", "bad-multiplier", "values.kawuxing"),
        (NAME + "[values]\npihu = { value = 'none', source = 'XY' }", "wrong-type", "values.pihu"),
        # Sources.
        ("cap = 8\n" + NAME, "missing-source", "cap"),
        ("cap = { value = 8 }\n" + NAME, "missing-source", "cap"),
        ('cap = { value = 8, source = "xy" }\n' + NAME, "unknown-source", "cap.source"),
        ('texts = ["OURS"]\n' + NAME, "unknown-source", "texts"),
        (NAME + '[stated]\nOURS = ["cap"]', "unknown-source", "stated.OURS"),
        (NAME + '[stated]\nXY = ["capp"]', "unknown-key", "stated.XY"),
        # What is missing.
        ('cap = { source = "XY" }\n' + NAME, "missing-value", "cap"),
        ('cap = { value = 8, source = "XY" }', "missing-name", "name"),
        # Parents.
        ('extends = "xiangyag"\n' + NAME, "unknown-parent", "extends"),
        ('extends = "ours.toml"\n' + NAME, "circle", "extends"),
        ("extends = xiangyang\n", "bad-toml", None),
        # Options.
        ("[options]\npindao = 8\n" + NAME, "wrong-type", "options.pindao"),
        (OPTION + "default='a'\nsource='XY'\na = 8", "wrong-type", "options.x.a"),
        (OPTION + "default='b'\nsource='XY'\n[options.x.a]", "bad-value", "options.x.default"),
        (OPTION + "default=['a']\nsource='XY'\n[options.x.a]", "wrong-type", "options.x.default"),
        (OPTION + "default='a'\n[options.x.a]", "missing-value", "options.x.source"),
        (OPTION + "default='a'\nsource='OURS'\n[options.x.a]", "unknown-source", "options.x.source"),
        (
            OPTION + "default='a'\nsource='XY'\n[options.x.a]\ncap={value=0, source='XY'}",
            "bad-value",
            "cap",
        ),
        ("extends = 'xiangyang-3d'\n" + NAME + "[choose]\npindao = 'halb'", "bad-value", "choose.pindao"),
        ("extends = 'xiangyang-3d'\n" + NAME + "[choose]\npindo = 'ban'", "unknown-key", "choose.pindo"),
        (NAME + "[choose]\npindao = 'ban'", "strange-key", "choose.pindao"),
    ],
)  # fmt: skip
def test_one_fault(text: str, code: str, path: str | None, tmp_path: Path) -> None:
    found = faults(text, tmp_path)
    assert found == [(code, path)]


def test_all_faults_of_a_file_at_once(tmp_path: Path) -> None:
    found = faults(
        """
        extends = "xiangyag"
        texts = ["HERE"]
        cap = 8
        [values]
        kawuxin = { value = 4, source = "XY" }
        qidui = { value = 0, source = "XY" }
        [sigui]
        scope = { value = "all" }
        """,
        tmp_path,
    )
    assert sorted(found, key=str) == sorted(
        [
            ("unknown-parent", "extends"),
            ("unknown-source", "texts"),
            ("missing-source", "cap"),
            ("unknown-key", "values.kawuxin"),
            ("bad-multiplier", "values.qidui"),
            ("missing-source", "sigui.scope"),
            ("bad-value", "sigui.scope"),
            ("missing-name", "name"),
        ],
        key=str,
    )


def test_suggestions(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "xiangyag"\ncapp = { value = 8, source = "xy" }\n' + NAME, "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    guesses = {fault.code: fault.values["guess"] for fault in caught.value.faults}
    assert guesses == {"unknown-parent": "xiangyang", "unknown-key": "cap"}


def test_a_source_that_is_missing_is_shown_as_it_could_be_written(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(NAME + '[sigui]\nscope = { value = "any" }\nneeds_triplet = true', "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    hints = [fault.hint() for fault in caught.value.faults]
    assert hints == ['write { value = "any", source = "KEY" }', 'write { value = true, source = "KEY" }']


def test_faults_of_a_parent_are_told_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text('cap = { value = 0, source = "XY" }', "utf-8")
    child = tmp_path / "child.toml"
    child.write_text('extends = "parent.toml"\n', "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(child))
    found = {(Path(str(fault.values["file"])).name, fault.code) for fault in caught.value.faults}
    assert found == {("parent.toml", "bad-value"), ("child.toml", "missing-name")}


def test_a_parent_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "nowhere.toml"\n' + NAME, "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    (fault,) = caught.value.faults
    assert (fault.code, fault.values["file"]) == ("unreadable-file", str(tmp_path / "nowhere.toml"))


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml"])
def test_what_is_no_name_of_a_file(name: str) -> None:
    """Lines of a batch can name it, and must not end the run."""
    with pytest.raises(VariantError) as caught:
        load_variant(name)
    assert [fault.code for fault in caught.value.faults] == ["unreadable-file"]


def test_a_circle_of_three(tmp_path: Path) -> None:
    for name, parent in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.toml").write_text(f'extends = "{parent}.toml"\n{NAME}', "utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(str(tmp_path / "a.toml"))
    (fault,) = caught.value.faults
    assert (fault.code, fault.values["chain"]) == ("circle", "a.toml -> b.toml -> c.toml -> a.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes('[name]\nzh = "我家"'.encode("gb18030"))
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    assert caught.value.code == "bad-toml"


def test_a_variant_of_ones_own(tmp_path: Path) -> None:
    """It extends another of one's own, which extends 襄阳, and states only what differs, with its own sources."""
    (tmp_path / "street.toml").write_text(
        'extends = "襄阳"\ncap = { value = 16, source = "STREET" }\n[sources]\nSTREET = "our street"\n' + NAME, "utf-8"
    )
    file = tmp_path / "house.toml"
    file.write_text(
        'extends = "street.toml"\ntexts = ["STREET"]\n[values]\nkawuxing = { value = 4, source = "HERE" }\n'
        '[sources]\nHERE = "our house"\n[stated]\nSTREET = ["values.qidui"]\n[name]\nzh = "这家"',
        "utf-8",
    )
    variant = load_variant(str(file))
    assert (variant.id, variant.zh, variant.en) == ("house", "这家", "这家")
    assert variant.parents == ("street", "xiangyang")
    assert (variant.number("cap"), variant.times("kawuxing"), variant.times("qidui")) == (16, 4, 4)
    assert variant.settings["values.kawuxing"].source == "HERE"
    assert variant.settings["cap"].source == "STREET"
    assert variant.settings["values.qidui"].source == "STREET"
    assert variant.settings["values.ansigui"].source == "XY"
    assert variant.sources["HERE"].en == "our house"
    assert not variant.is_decided("cap")
    assert variant.texts == ("STREET", "XY")


def test_choosing_an_option_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "full.toml"
    file.write_text('extends = "xiangyang-3d"\n[name]\nen = "full"\n[choose]\npindao = "quan"', "utf-8")
    variant = load_variant(str(file))
    assert (variant.choice("sigui.scope"), variant.times("haidilao")) == ("any", 2)
    assert variant.chosen == ("pindao=quan",)


# Settings on top.


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("cap", "set-form"),
        ("", "set-form"),
        ("=8", "strange-key"),
        ("capp=8", "unknown-key"),
        ("kawuxing=4", "unknown-key"),
        ("wind=4", "strange-key"),
        ("cap=eight", "wrong-type"),
        ("cap=8.5", "wrong-type"),
        ("cap=", "wrong-type"),
        ("cap=--8", "wrong-type"),
        ("cap=８", "wrong-type"),
        ("cap=" + "9" * 5000, "wrong-type"),
        ("cap=0", "bad-value"),
        ("cap=-8", "bad-value"),
        ("values.kawuxing=0", "bad-multiplier"),
        ("values.kawuxing=-2", "bad-multiplier"),
        ("values.pihu=none", "wrong-type"),
        ("sigui.scope=all", "bad-value"),
        ("sigui.scope=none", "bad-value"),
        ("shanglou=1", "wrong-type"),
        ("pindao=quan", "unknown-key"),  # 襄阳 has no such option
    ],
)
def test_bad_setting(setting: str, code: str) -> None:
    with pytest.raises(VariantError) as caught:
        load_variant("xiangyang", [setting])
    (fault,) = caught.value.faults
    assert fault.code == code
    assert fault.values["file"] == "--set"


def test_all_bad_settings_at_once() -> None:
    with pytest.raises(VariantError) as caught:
        load_variant("xiangyang", ["capp=8", "cap=0", "cap", "values.qidui=4"])
    assert [fault.code for fault in caught.value.faults] == ["unknown-key", "bad-value", "set-form"]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("cap=8", 8),
        (" cap = 8 ", 8),
        ("cap=none", None),
        ("values.kawuxing=none", None),
        ("values.kawuxing=3", 3),
        ("sigui.scope=any", "any"),
        ("sigui.scope_in_flush=none", None),
        ("sigui.needs_triplet=true", True),
        ("sigui.needs_triplet=no", False),
        ("extras.maima=revealed-zimo", "revealed-zimo"),
    ],
)
def test_setting(setting: str, value: object) -> None:
    variant = load_variant("xiangyang", [setting])
    key = setting.partition("=")[0].strip()
    assert variant.settings[key].value == value
    assert variant.settings[key].source == "set"
    assert variant.chosen == (setting.replace(" ", ""),)
    assert load_variant("xiangyang").settings[key].source != "set"
    others = [other for other in KEYS if other != key]
    assert all(variant.settings[other] == load_variant("xiangyang").settings[other] for other in others)


def test_a_setting_goes_before_an_option() -> None:
    variant = load_variant("xiangyang-3d", ["values.haidilao=4", "pindao=quan"])
    assert variant.times("haidilao") == 4
    assert variant.choice("sigui.scope") == "any"


@pytest.mark.parametrize(
    ("settings", "cap"), [([], None), (["fengding=8"], 8), (["fengding=16"], 16), (["fengding=none"], None)]
)
def test_fengding(settings: list[str], cap: int | None) -> None:
    for name in ("xiangyang-3d", "shiyan", "xiaogan"):
        assert load_variant(name, settings).number("cap") == cap


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("xiangyang", "xiangyang"),
        ("襄阳", "xiangyang"),
        ("Xiangyang", "xiangyang"),
        ("XIANGYANG", "xiangyang"),
        ("卡五心", "kawuxin"),
        ("襄阳（3D）", "xiangyang-3d"),
        ("恰八张", "qiabazhang"),
    ],
)
def test_names(name: str, id: str) -> None:
    assert load_variant(name).id == id


@pytest.mark.parametrize(
    ("name", "guess"),
    [("xiangyag", "xiangyang"), ("suzhou", "suizhou"), ("襄羊", "xiangyang"), ("qiabazang", "qiabazhang")],
)
def test_no_such_variant(name: str, guess: str) -> None:
    with pytest.raises(VariantError) as caught:
        load_variant(name)
    (fault,) = caught.value.faults
    assert (fault.code, fault.values["guess"]) == ("unknown-variant", guess)


def test_no_such_variant_and_nothing_like_it() -> None:
    with pytest.raises(VariantError) as caught:
        load_variant("riichi")
    assert "kawuxin" in str(caught.value.faults[0].values["guess"])
