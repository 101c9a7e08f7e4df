"""Makes the table of word pieces from all-MiniLM-L6-v2.

Usage: distill.py MODEL_FOLDER OUTPUT

MODEL_FOLDER holds model.safetensors and tokenizer.json of the model. It needs numpy and nothing else.
"""

import hashlib
import json
import math
import pathlib
import struct
import sys

import numpy as np

# The files that the table in this repository was made from.
SOURCES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
LAYERS, HEADS, HIDDEN = 6, 12, 384
DIMENSION = 256
CLS, SEP = 101, 102


def read_source(folder, name):
    """Returns the bytes of a file of the model; other bytes would make another table."""
    data = (folder / name).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != SOURCES[name]:
        raise SystemExit(f"{name} has checksum {found}, not {SOURCES[name]}")
    return data


def read_tensors(data):
    """Reads the tensors of a safetensors file."""
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__" or about["dtype"] != "F32":
            continue
        start, end = about["data_offsets"]
        numbers = np.frombuffer(data[8 + length + start : 8 + length + end], dtype="<f4")
        tensors[name] = numbers.reshape(about["shape"])
    return tensors


def normalized(x, weight, bias):
    """Layer normalization."""
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weight + bias


def erf(x):
    """The error function, to 1.5e-7 (Abramowitz and Stegun 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    p = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - p * np.exp(-x * x))


def encode(t, ids, mask=None):
    """Returns the mean of the last layer over the tokens of each row; mask is 1 for tokens and 0 for padding."""
    rows, length = ids.shape
    mask = np.ones(ids.shape, np.float32) if mask is None else mask
    e = "embeddings."
    x = t[e + "word_embeddings.weight"][ids] + t[e + "position_embeddings.weight"][:length] + t[e + "token_type_embeddings.weight"][0]
    x = normalized(x, t[e + "LayerNorm.weight"], t[e + "LayerNorm.bias"])
    away = (1 - mask)[:, None, None, :] * -1e9
    size = HIDDEN // HEADS
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}."

        def dense(name, x):
            return x @ t[layer + name + ".weight"].T + t[layer + name + ".bias"]

        q, k, v = (
            dense("attention.self." + n, x).reshape(rows, length, HEADS, size).transpose(0, 2, 1, 3) for n in ("query", "key", "value")
        )
        a = q @ k.transpose(0, 1, 3, 2) / math.sqrt(size) + away
        a = np.exp(a - a.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        y = dense("attention.output.dense", (a @ v).transpose(0, 2, 1, 3).reshape(rows, length, HIDDEN))
        x = normalized(x + y, t[layer + "attention.output.LayerNorm.weight"], t[layer + "attention.output.LayerNorm.bias"])
        h = dense("intermediate.dense", x)
        h = h * (0.5 * (1 + erf(h / math.sqrt(2))))
        x = normalized(x + dense("output.dense", h), t[layer + "output.LayerNorm.weight"], t[layer + "output.LayerNorm.bias"])
    return (x * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]


def token_vectors(tensors, size):
    """Returns the vector of each piece, encoded as a text of its own."""
    vectors, step = np.zeros((size, HIDDEN), np.float32), 170
    for start in range(0, size, step):
        pieces = np.arange(start, min(size, start + step))
        rows = np.stack([np.full_like(pieces, CLS), pieces, np.full_like(pieces, SEP)], 1)
        vectors[start : start + len(pieces)] = encode(tensors, rows)
    return vectors


def reduced(vectors):
    """Returns the vectors in their first principal directions."""
    away = vectors - vectors.mean(0)
    _, directions = np.linalg.eigh(away.T @ away / len(away))
    return away @ directions[:, ::-1][:, :DIMENSION]


def weights(pieces):
    """Returns the weight of each piece: the vocabulary is ordered by frequency, and a rare piece says more.

    A piece without a letter or digit, like a comma, and a special one, like [CLS], say nothing.
    """
    telling = np.array([any(c.isalnum() for c in p) and not p.startswith("[") for p in pieces])
    first = pieces.index("!")
    return np.log1p(np.maximum(np.arange(len(pieces)) - first + 1, 0)) * telling


def table(pieces, vectors):
    """Returns the byte form of the table, which table.go describes."""
    most = np.abs(vectors).max(1)
    numbers = np.rint(vectors / most[:, None] * 127).astype(np.int8)
    scales = (most / 127 * weights(pieces)).astype("<f4")
    names = [p.encode() for p in pieces]
    head = struct.pack("<III", len(pieces), vectors.shape[1], sum(map(len, names)))
    return b"cwpiece\x01" + head + bytes(map(len, names)) + b"".join(names) + scales.tobytes() + numbers.tobytes()


def main():
    """Makes the table."""
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    vocabulary = json.loads(read_source(folder, "tokenizer.json"))["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.get)
    tensors = read_tensors(read_source(folder, "model.safetensors"))
    data = table(pieces, reduced(token_vectors(tensors, len(pieces))))
    output.write_bytes(data)
    print(hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
    main()
