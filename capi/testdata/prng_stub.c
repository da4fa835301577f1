/*
 * bcryptprimitives.dll for a wine that lacks it: Go asks it for random bytes when it starts. For tests
 * only; they are as random as wine's own.
 */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) {
	return RtlGenRandom(data, (ULONG)len);
}
