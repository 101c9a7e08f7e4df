#include "textflag.h"

// func products16(a, b *int8, n int) int32
//
// Widens 16 numbers of each to two bytes and adds up the products of neighbors, 32 numbers in a turn.
TEXT ·products16(SB), NOSPLIT, $0-28
	MOVQ  a+0(FP), SI
	MOVQ  b+8(FP), DI
	MOVQ  n+16(FP), CX
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5

two:
	CMPQ      CX, $32
	JLT       one
	VPMOVSXBW (SI), Y0
	VPMOVSXBW (DI), Y1
	VPMOVSXBW 16(SI), Y2
	VPMOVSXBW 16(DI), Y3
	VPMADDWD  Y0, Y1, Y0
	VPMADDWD  Y2, Y3, Y2
	VPADDD    Y0, Y4, Y4
	VPADDD    Y2, Y5, Y5
	ADDQ      $32, SI
	ADDQ      $32, DI
	SUBQ      $32, CX
	JMP       two

one:
	CMPQ      CX, $16
	JLT       sum
	VPMOVSXBW (SI), Y0
	VPMOVSXBW (DI), Y1
	VPMADDWD  Y0, Y1, Y0
	VPADDD    Y0, Y4, Y4

sum:
	VPADDD       Y5, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPADDD       X5, X4, X4
	VPSHUFD      $0x4E, X4, X5
	VPADDD       X5, X4, X4
	VPSHUFD      $0xB1, X4, X5
	VPADDD       X5, X4, X4
	VMOVD        X4, AX
	VZEROUPPER
	MOVL         AX, ret+24(FP)
	RET
