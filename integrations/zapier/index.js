const authentication = require('./authentication')
const { addCredential, readAnswer } = require('./requests')
const { version } = require('./package.json')

const byKey = (...parts) => Object.fromEntries(parts.map((part) => [part.key, part]))

module.exports = {
  version,
  platformVersion: '19.1.0',
  authentication,
  beforeRequest: [addCredential],
  afterResponse: [readAnswer],
  triggers: byKey(require('./triggers/event'), require('./triggers/list')),
  searches: byKey(require('./searches/contact'), require('./searches/store')),
  creates: byKey(require('./creates/reveal'), require('./creates/job'), require('./creates/list-items')),
}
