module.exports = require('../common/define-grammar')('puppet');
