/* One lock, on either kind of system. Statically made, never destroyed. */
#ifndef ASTRAGAL_LOCK_H
#define ASTRAGAL_LOCK_H

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef SRWLOCK lock;
#define LOCK_INIT SRWLOCK_INIT
static inline void lock_take(lock *l) { AcquireSRWLockExclusive(l); }
static inline void lock_give(lock *l) { ReleaseSRWLockExclusive(l); }

#else

#include <pthread.h>
typedef pthread_mutex_t lock;
#define LOCK_INIT PTHREAD_MUTEX_INITIALIZER
static inline void lock_take(lock *l) { pthread_mutex_lock(l); }
static inline void lock_give(lock *l) { pthread_mutex_unlock(l); }

#endif
#endif
