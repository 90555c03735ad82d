/** Traces of errors in compiled code name the sources and their lines. Maps are read when a trace is, and not kept. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = /(file:\/\/[^\s()]+\/dist\/server\/[^/]+\/[^/]+\.js):(\d+):(\d+)/
/** By place in the compiled code. */
const known = new Map()

Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map(String)
  try {
    learn(lines.map((line) => place.exec(line)).filter(Boolean))
  } catch {
    // A trace that names compiled code is better than none.
  }
  return [headOf(error), ...lines.map((line) => `    at ${line.replace(place, (at) => known.get(at) ?? at)}`)].join(
    '\n',
  )
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function learn(places) {
  const wanted = places.filter(([at]) => !known.has(at))
  for (const file of new Set(wanted.map(([, file]) => file))) {
    const { sources, mappings } = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'))
    const ofFile = wanted.filter((one) => one[1] === file)
    const found = findPlaces(
      mappings,
      ofFile.map(([, , line, column]) => ({ line: Number(line) - 1, column: Number(column) - 1 })),
    )
    ofFile.forEach(([at], index) => {
      const to = found[index]
      known.set(at, to ? `${new URL(sources[to.source], file).href}:${to.line + 1}:${to.column + 1}` : at)
    })
  }
}

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((one, at) => [one, at]),
)

/** Of each place the last mapping of its line that begins at or before its column. Numbers are differences, in base 64. */
function findPlaces(mappings, places) {
  const found = []
  const state = { source: 0, line: 0, column: 0 }
  mappings.split(';').forEach((segments, line) => {
    const here = [...places.entries()].filter(([, one]) => one.line === line)
    let column = 0
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [ahead, source = 0, down = 0, across = 0] = numbersIn(segment)
      column += ahead
      state.source += source
      state.line += down
      state.column += across
      for (const [index, one] of here) if (column <= one.column) found[index] = { ...state }
    }
  })
  return found
}

function numbersIn(segment) {
  const numbers = []
  let number = 0
  let shift = 0
  for (const one of segment) {
    const digit = digits.get(one)
    number += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(number & 1 ? -(number >> 1) : number >> 1)
    number = 0
    shift = 0
  }
  return numbers
}
