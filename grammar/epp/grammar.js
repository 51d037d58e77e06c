module.exports = require('../common/define-grammar')('epp');
