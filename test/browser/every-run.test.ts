/**
 * The browser tests of every test run: every way to spend, somebody's first hour, the console and consent. They are one file, so
 * that one worker runs them: four would each start a browser and an application, a fifth of the work.
 */
import './reveal.test.ts'
import './first-run.test.ts'
import './operator.test.ts'
import './consent.test.ts'
