const isNumber = require('is-number')

module.exports = (value) => `${value} is a number: ${isNumber(value)}`
