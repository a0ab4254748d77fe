// Lets the guest's clock go on while nothing else runs: instructions are what it counts, and these cost the host next to
// nothing. How many of them are in a round is how much faster than the host's clock it goes then; see README.md.
int main(void) {
    for (;;) __asm__ volatile(".rept 8\n nop\n .endr");
}
