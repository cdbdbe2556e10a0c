"""The values of glory.yaml that must not change: S (stated) and I (inferred), path -> value.

Typed in from the rulebook's facts, not made from the scenario file; grouped by the section that
speaks of them. If a test against this list fails, the scenario is wrong, not the list.
"""

from __future__ import annotations

from typing import Any

STATED: dict[str, Any] = {
    # preface, 14-2 E, 9.0, 18-1 B
    "tonnage.start": 630,
    "tonnage.cap": 730,
    "tonnage.step": 5,
    "tonnage.defeat_below": 100,
    "tonnage.defeat_below_solo": 150,
    # 7.0, 18-1 A
    "turns.last": 12,
    "turns.home_loss_until": 11,
    # 12-2, 20-1
    "hits.faces": [5, 6],
    "hits.late_faces": [6],
    "hits.late_from": 10,
    # 18-2-2, 19
    "victory.margin": 10,
    "victory.solo_gp": 65,
    "victory.turn_13_gap": 15,
    "victory.turn_13_dice": 2,
    "victory.turn_13_gp_per_hit": 3,
    # 11-2 E
    "convoy_box.ships": 4,
    "convoy_box.aircraft": 1,
    "boxes.convoy.kind": "convoy",
    "boxes.convoy.ja": "海上護衛",
    # names of boxes
    "boxes.homeland.ja": "本土",
    "boxes.hokkaido.ja": "北海道",
    "boxes.bonins.ja": "小笠原諸島",
    "boxes.taiwan_okinawa.ja": "台湾/沖縄",
    "boxes.north_kuriles.ja": "北千島",
    "boxes.aleutians.ja": "アリューシャン",
    "boxes.marianas.ja": "マリアナ諸島",
    "boxes.marshalls.ja": "マーシャル諸島",
    "boxes.solomons.ja": "ソロモン諸島",
    "boxes.east_new_guinea.ja": "東ニューギニア",
    "boxes.philippines.ja": "フィリピン諸島",
    "boxes.java.ja": "ジャワ",
    "boxes.rangoon.ja": "ラングーン",
    "boxes.mandalay.ja": "マンダレー",
    "boxes.akyab.ja": "アキャブ",
    "boxes.henan.ja": "河南省",
    "boxes.hunan.ja": "湖南省",
    "boxes.jiangxi.ja": "江西省",
    # 18-1 A
    "boxes.hokkaido.home_islands": True,
    "boxes.bonins.home_islands": True,
    "boxes.taiwan_okinawa.home_islands": True,
    # 12-7
    "boxes.solomons.kind": "sea",
    # 15-1
    "boxes.solomons.gp": {"navy": 10},
    "boxes.marshalls.gp": {"navy": 5},
    "boxes.marianas.gp": {"navy": 2},
    "boxes.aleutians.gp": {"army": 1},
    "boxes.east_new_guinea.gp": {"army": 2},
    "boxes.mandalay.gp": {"army": 1},
    "boxes.akyab.gp": {"army": 2},
    "boxes.hunan.gp": {"army": 1},
    "boxes.jiangxi.gp": {"army": 1},
    # 15-2
    "boxes.marianas.tonnage_if_allied": -50,
    "boxes.philippines.tonnage_if_allied": -100,
    "boxes.java.tonnage_if_allied": -300,
    "base_bonus.base": "Ch",
    "base_bonus.tonnage": 50,
    "base_bonus.army_gp": 10,
    # 4.0, 11-2, 11-3-2
    "lines.sea.homeland-taiwan_okinawa": ["homeland", "taiwan_okinawa"],
    "lines.sea.taiwan_okinawa-philippines": ["taiwan_okinawa", "philippines"],
    "lines.sea.philippines-rangoon": ["philippines", "rangoon"],
    "lines.land.homeland-henan": ["homeland", "henan"],
    "lines.land.rangoon-mandalay": ["rangoon", "mandalay"],
    "ahead.marshalls": ["solomons"],
    # 4.0, 8-2-1, 12-4
    "markers.D.nation": "us",
    "markers.N.nation": "us",
    "markers.B.nation": "us",
    "markers.C.nation": "uk",
    "markers.I.nation": "uk",
    "markers.Ch.nation": "cn",
    "markers.C.route.1": "akyab",
    "markers.C.route.2": "rangoon",
    "markers.Ch.route.1": "hunan",
    # 12-3, 12-4, 12-7
    "evaluation_gp.E": 1,
    "evaluation_gp.D": 2,
    "evaluation_gp.C": 3,
    "evaluation_gp.B": 4,
    "evaluation_gp.A": 5,
    "evaluation_gp.S": 10,
    "evaluation_gp.SS": 15,
    "crt.us.3-6.0": "E/50",
    "crt.uk.3-6.2": "E/DR",
    "crt.uk.7-9.3": "C/10",
    "crt.uk.7-9.4": "C/DR",
    # 14-1 E, 16.0, 17.0, 13-1
    "production.transport.yields_tonnage": 50,
    "forts.strength": 20,
    "bcv.from": "ise",
    "bcv.to": "ise_bcv",
    "units.ise_bcv.start": "conversion",
    "units.ise_bcv.modifier": 1,
    "initial.convoy_method": "A",
    # 3-1, 12-6-1
    "units.shokaku.modifier": 1,
    "units.hiyo.modifier": 1,
    "units.taiho.modifier": 1,
    "units.shinano.modifier": 1,
    "units.unryu.modifier": 1,
    # 10-1, 10-2, 12-5
    "units.shokaku.tonnage": 20,
    "units.nagato.tonnage": 20,
    # FAQ, 14-2 note, designer's notes
    "units.cvl.ja": "軽空母",
    "units.cvl.kind": "CVL",
    "units.tone.ja": "利根型",
    "units.tone.kind": "CA",
    **{f"units.cl_{n}.ja": "5500トン型" for n in (1, 2, 3, 4)},
    **{f"units.cl_{n}.kind": "CL" for n in (1, 2, 3, 4)},
    **{f"units.de_{n}.kind": "DE" for n in (1, 2, 3, 4)},
    **{f"units.de_{n}.tonnage": 0 for n in (1, 2, 3, 4)},
}

_ONE_DIE = (
    "yamato", "nagato", "ise", "fuso", "kongo_1", "kongo_2", "shokaku", "hiyo", "cvl",
    "myoko", "takao", "mogami", "tone", "aoba", "cl_1", "cl_2", "cl_3", "cl_4",
    "dd_1", "dd_2", "dd_3", "dd_4", "dd_5", "dd_6", "dd_7", "dd_8",
    "naf_1", "naf_2", "naf_3", "naf_4", "taiho", "agano", "shinano", "unryu", "ise_bcv",
)  # fmt: skip

INFERRED: dict[str, Any] = {
    # kinds of boxes: 11-3-2, 15-1, geography
    "boxes.homeland.kind": "sea",
    "boxes.taiwan_okinawa.kind": "sea",
    "boxes.north_kuriles.kind": "sea",
    "boxes.aleutians.kind": "sea",
    "boxes.marianas.kind": "sea",
    "boxes.marshalls.kind": "sea",
    "boxes.east_new_guinea.kind": "sea",
    "boxes.philippines.kind": "sea",
    "boxes.java.kind": "sea",
    "boxes.rangoon.kind": "sea",
    "boxes.mandalay.kind": "land",
    "boxes.henan.kind": "land",
    "boxes.hunan.kind": "land",
    "boxes.jiangxi.kind": "land",
    # 11-2, 12-4
    "lines.sea.marshalls-solomons": ["marshalls", "solomons"],
    "lines.land.rangoon-akyab": ["rangoon", "akyab"],
    "ahead.rangoon": ["mandalay", "akyab"],
    # 8-2-2 B, 8-4, 12-4
    "markers.D.route.1": "aleutians",
    "markers.D.route.2": "north_kuriles",
    "markers.D.route.3": "hokkaido",
    "markers.N.route.4": "bonins",
    "markers.B.route.3": "taiwan_okinawa",
    "markers.I.route.1": "mandalay",
    "markers.I.route.2": "rangoon",
    "markers.Ch.start": "hunan",
    # 8-1
    "invasion_table.5.6": "BF/CF/NF",
    "invasion_table.8.6": "BF/CF/NF",
    "invasion_table.12.6": "BF/CF/NF",
    # 3-1, 10-2, 10-4, 12-6, FAQ 7, designer's notes
    **{f"units.{name}.dice": 1 for name in _ONE_DIE},
    **{f"units.dd_{n}.tonnage": 30 for n in range(1, 9)},
    **{f"units.naf_{n}.tonnage": 0 for n in range(1, 5)},
    **{f"units.fd_{n}.tonnage": 0 for n in range(1, 5)},
    "units.cvl.modifier": 1,
    "units.army_01.dice": 4,
    "units.army_01.tonnage": 30,
    # 15-4
    "initial.units_active": False,
}

# Facts that are no single value: where the routes end (8-4), and how long the bands of the
# combat results table are (12-3, 12-7).
LAST_BOX = {"D": "hokkaido", "N": "bonins", "B": "taiwan_okinawa", "Ch": "hunan"}
BANDS = ("3-6", "7-9")
