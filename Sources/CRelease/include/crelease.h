/// The commit that the programs were built from, abbreviated; empty if it is unknown.
const char *stated_commit(void);
