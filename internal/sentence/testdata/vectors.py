"""Writes vectors.json: texts with the vectors that all-MiniLM-L6-v2 has for them, by a forward pass of its own.

Usage: vectors.py MODEL_FOLDER > vectors.json

It needs numpy and the package tokenizers, and reads the model with internal/wordpiece/distill.py.
"""

import json
import pathlib
import sys

import numpy as np
from tokenizers import Tokenizer

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "wordpiece"))
import distill

TEXTS = [
    "Payment was charged twice",
    "duplicate billing of a customer",
    "how to make a pancake",
    "panic: runtime error: index out of range [3] with length 3 (goroutine 17, worker.go:128, commit be9c229)",
    "Warum wurde die alte Schnittstelle behalten? 設定を変更した後に失敗した。",
    "  \n",
    "The night batch retried each order without an idempotency key. " * 30,
]

folder = pathlib.Path(sys.argv[1])
tensors = distill.read_tensors(distill.read_source(folder, "model.safetensors"))
tokenizer = Tokenizer.from_str(distill.read_source(folder, "tokenizer.json").decode())
tokenizer.no_padding()
tokenizer.enable_truncation(256)
out = []
for text in TEXTS:
    vector = distill.encode(tensors, np.array([tokenizer.encode(text).ids]))[0]
    vector /= np.linalg.norm(vector)
    out.append({"text": text, "vector": [round(float(x), 6) for x in vector]})
json.dump(out, sys.stdout, separators=(",", ":"))
