/* The grammars of both dialects as capsules that tree_sitter.Language takes. */
#include <Python.h>

typedef struct TSLanguage TSLanguage;
const TSLanguage *tree_sitter_puppet(void);
const TSLanguage *tree_sitter_epp(void);

static PyObject *puppet(PyObject *self, PyObject *unused) {
  (void)self, (void)unused;
  return PyCapsule_New((void *)tree_sitter_puppet(), "tree_sitter.Language", NULL);
}

static PyObject *epp(PyObject *self, PyObject *unused) {
  (void)self, (void)unused;
  return PyCapsule_New((void *)tree_sitter_epp(), "tree_sitter.Language", NULL);
}

static PyMethodDef methods[] = {
    {"puppet", puppet, METH_NOARGS, "The grammar of manifests (.pp)."},
    {"epp", epp, METH_NOARGS, "The grammar of templates (.epp)."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "puppetlens.syntax._grammar",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__grammar(void) { return PyModuleDef_Init(&module); }
