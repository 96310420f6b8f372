/*
 * Functions that Debian's libstdc++ expects from glibc and musl lacks. With them, the objects of libstdc++-12-pic make a
 * libstdc++ for musl, which Debian doesn't have. Only for trials: users have Alpine's own.
 */
#define _GNU_SOURCE
#include <link.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;

size_t __strftime_l(char *into, size_t size, const char *format, const struct tm *time, locale_t locale) {
  return strftime_l(into, size, format, time, locale);
}

uint32_t arc4random(void) {
  uint32_t value = 0;
  getrandom(&value, sizeof value, 0);
  return value;
}

unsigned long __getauxval(unsigned long kind) { return getauxval(kind); }

/* Names from older versions, which are never called. */
void old_ignore(void) __asm__("_ZNSi6ignoreEl");
void old_wide_ignore(void) __asm__("_ZNSt13basic_istreamIwSt11char_traitsIwEE6ignoreEl");
void old_ignore(void) { abort(); }
void old_wide_ignore(void) { abort(); }

/* Destructors for a thread's variables. */
struct ending {
  void (*call)(void *);
  void *value;
  struct ending *next;
};
static pthread_key_t endings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_all(void *list) {
  for (struct ending *one = list, *next; one; one = next) {
    next = one->next;
    one->call(one->value);
    free(one);
  }
}

static void make_key(void) { pthread_key_create(&endings, end_all); }

int __cxa_thread_atexit_impl(void (*call)(void *), void *value, void *module) {
  struct ending *one = malloc(sizeof *one);
  if (!one) return -1;
  pthread_once(&once, make_key);
  *one = (struct ending){call, value, pthread_getspecific(endings)};
  return pthread_setspecific(endings, one);
}

/* Where exceptions look for the tables of a function. */
struct found {
  unsigned long long flags;
  void *start, *end, *map, *frame;
  unsigned long long rest[7];
};
struct search {
  uintptr_t pc;
  struct found *into;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = data;
  uintptr_t frame = 0, start = 0, end = 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[k];
    uintptr_t at = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) frame = at;
    if (part->p_type != PT_LOAD || search->pc < at || search->pc >= at + part->p_memsz) continue;
    start = at;
    end = at + part->p_memsz;
  }
  if (start == 0 || frame == 0) return 0;
  *search->into = (struct found){.start = (void *)start, .end = (void *)end, .frame = (void *)frame};
  return 1;
}

int _dl_find_object(void *pc, struct found *into) {
  struct search search = {(uintptr_t)pc, into};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
