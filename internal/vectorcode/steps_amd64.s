#include "textflag.h"

// How many bits the numbers up to 15 have, twice.
DATA ones<>+0(SB)/8, $0x0302020102010100
DATA ones<>+8(SB)/8, $0x0403030203020201
DATA ones<>+16(SB)/8, $0x0302020102010100
DATA ones<>+24(SB)/8, $0x0403030203020201
GLOBL ones<>(SB), RODATA|NOPTR, $32

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+16(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+24(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $32

// PLANE counts the bits that 256 signs and the plane at a place of the halves have in common, by the table of that plane.
#define PLANE(place, table) \
	VPAND   place(R10), Y1, Y3; \
	VPAND   (place+32)(R10), Y2, Y4; \
	VPSHUFB Y3, table, Y3; \
	VPSHUFB Y4, table, Y4; \
	VPADDB  Y3, Y5, Y5; \
	VPADDB  Y4, Y6, Y6

// func steps256(out *int32, signs *uint64, halves *byte, groups, n int)
//
// For each of n vectors of groups times 256 signs: the bits that signs and planes have in common, each worth 1, 2, 4 or 8 by its
// plane. Bits are counted by looking up each half of a byte in a table, of which there is one for each plane.
TEXT ·steps256(SB), NOSPLIT, $0-40
	MOVQ    out+0(FP), DI
	MOVQ    signs+8(FP), SI
	MOVQ    halves+16(FP), R8
	MOVQ    groups+24(FP), R9
	MOVQ    n+32(FP), CX
	VMOVDQU ones<>(SB), Y10
	VPADDB  Y10, Y10, Y11
	VPADDB  Y11, Y11, Y12
	VPADDB  Y12, Y12, Y13
	VMOVDQU nibble<>(SB), Y14
	VPXOR   Y15, Y15, Y15

vector:
	TESTQ CX, CX
	JZ    done
	VPXOR Y0, Y0, Y0
	MOVQ  R8, R10
	MOVQ  R9, R11

group:
	VMOVDQU (SI), Y1
	VPSRLW  $4, Y1, Y2
	VPAND   Y14, Y1, Y1
	VPAND   Y14, Y2, Y2

	VPXOR   Y5, Y5, Y5
	VPXOR   Y6, Y6, Y6
	PLANE(0, Y10)
	PLANE(64, Y11)
	PLANE(128, Y12)
	PLANE(192, Y13)

	VPADDB  Y5, Y6, Y5
	VPSADBW Y15, Y5, Y5
	VPADDQ  Y5, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $256, R10
	DECQ    R11
	JNZ     group

	VEXTRACTI128 $1, Y0, X1
	VPADDQ       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDQ       X1, X0, X0
	VMOVD        X0, AX
	MOVL         AX, (DI)
	ADDQ         $4, DI
	DECQ         CX
	JMP          vector

done:
	VZEROUPPER
	RET
