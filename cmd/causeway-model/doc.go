// Command causeway-model computes vectors with a sentence model for the program causeway, which starts it when vectors are asked for:
//
//	causeway-model MODEL_FOLDER LIBRARY
//
// It is a program of its own because it loads the library of ONNX Runtime: that needs the system's C library, which causeway does without, and a
// fault in the library ends this process alone.
//
// It answers POST /v1/embeddings as the API of OpenAI does, on the listening socket that it inherits as file 3, and ends when its
// standard input ends, which causeway holds open as long as it runs.
package main
