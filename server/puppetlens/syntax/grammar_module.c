/* The grammars of both dialects are in one library, which `languages.py` opens by its name. It is no module of Python:
   this function is there because setuptools has linkers export it. */
void *PyInit__grammar(void);
void *PyInit__grammar(void) { return 0; }
