"""Writes pieces.json: hostile texts with the pieces that the model's own tokenizer finds in them.

Usage: pieces.py TOKENIZER_JSON > pieces.json

It needs the package tokenizers. Characters that were added to Unicode after version 9, which that package knows,
are left out.
"""

import json
import random
import sys
import unicodedata

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

TEXTS = [
    "",
    " ",
    "\t\r\n",
    "Payment was charged twice",
    "Überraschung für François in São Paulo, naïve café",
    "İstanbul ISTANBUL ıstanbul ẞ straße Σίσυφος ΣΑΣ",
    "don't can't it's rock'n'roll ’quoted’ “double” «guillemets»",
    "internal/charge/charge.go:17 ERR_CERT_DATE_INVALID ab41f6e0d37c92541b8e6fa20c4d7785e913f6a2 #123 snake_case CamelCase",
    "a" * 100,
    "a" * 101,
    "é" * 100 + " " + "é" * 101,
    "x" * 1000 + " y",
    "漢字かな交じり文 한국어 조합 ไทย हिन्दी العَرَبِيَّة עִבְרִית",
    "𠀀𪛖 豈 ㍿ ㎏ ﬁ ﬂ ① Ⅷ ½ ² ªº",
    "👩‍👩‍👧‍👦 🇩🇪 👍🏽 ☃️ ✈ e\u0301 a\u0308\u0323 \u0300start",
    "zero\u200bwidth soft\u00adhyphen no\u00a0break \ufeffbom \u2028line \u2029para \u3000wide \u1680ogham",
    "null\x00byte bell\x07 del\x7f nel\x85 c1\x9f private\ue000 replacement\ufffd",
    "$+<=>^`|~ !\"#%&'()*,-./:;?@[\\]{}_ ¡¢£¤¥¦§¨©«¬®¯°±´¶·¸»¿×÷",
    "##ing ##s #ing # # [CLSx] ##",
    "1,234.56 2026-05-03T12:00:00Z 0x1F 1e-9 ٣٤٥ १२३",
    "SELECT * FROM x WHERE a='b'; DROP TABLE x;--",
    "supercalifragilisticexpialidocious pneumonoultramicroscopicsilicovolcanoconiosis",
    "qqqqzzzzxxxx \u0378 ꟿ 𐀀𐀁 𝒜𝓁𝑔𝑒𝒷𝓇𝒶 ＦＵＬＬ　ＷＩＤＴＨ",
    "\u1e9b\u0323 \u212b \u2126 \uac00 \u1100\u1161 \u0345 \u0130",
    "line one\nline two\r\nline three\tTab",
]


def known(code):
    """Whether the two Unicode versions agree on a character."""
    if 0xD800 <= code < 0xE000:
        return False
    a, b, char = norm.normalize_str("a" + chr(code) + "b"), pre.pre_tokenize_str("a" + chr(code) + "b"), chr(code)
    kind = unicodedata.category(char)
    lost = a == "ab"
    if kind == "Cn":
        return False
    if kind in ("Mn", "Cc", "Cf", "Co") and code not in (9, 10, 13) and not lost:
        return False
    if kind not in ("Mn", "Cc", "Cf", "Co") and lost and char != "\ufffd":
        return False
    return (kind[0] == "P" or (code < 128 and kind[0] == "S")) == (len(b) == 3)


vocabulary = json.load(open(sys.argv[1], encoding="utf-8"))["model"]
tokenizer = Tokenizer(models.WordPiece(vocabulary["vocab"], unk_token="[UNK]", max_input_chars_per_word=100))
tokenizer.normalizer = norm = normalizers.BertNormalizer()
tokenizer.pre_tokenizer = pre = pre_tokenizers.BertPreTokenizer()
draw = random.Random(27)
words = [w.removeprefix("##") for w in vocabulary["vocab"] if not w.startswith("[")]
for _ in range(120):
    text = ""
    for _ in range(draw.randrange(1, 25)):
        kind = draw.random()
        if kind < 0.4:
            text += draw.choice(words) + draw.choice([" ", "", "-", "\n"])
        elif kind < 0.7:
            text += chr(draw.randrange(0x20, 0x7F))
        else:
            code = draw.choice([draw.randrange(0x80, 0x3000), draw.randrange(0x3000, 0x10000), draw.randrange(0x10000, 0x2FA20)])
            text += chr(code) if known(code) else " "
    TEXTS.append(text)
json.dump([{"text": t, "pieces": tokenizer.encode(t, add_special_tokens=False).ids} for t in TEXTS], sys.stdout, ensure_ascii=True, separators=(",", ":"))
