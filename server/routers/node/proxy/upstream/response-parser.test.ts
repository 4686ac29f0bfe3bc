import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseParser } from './response-parser.ts'

/** What a parser finds in these parts of a connection, and the first problem. */
function parse(
  parts: (string | Buffer)[],
  { isHead = false, maxHead = 64 * 1024, ends = false } = {},
) {
  const found: unknown[] = []
  const bodies: Buffer[] = []
  const parser = new ResponseParser(
    {
      onHead({ statusCode, statusMessage, rawHeaders }, mayBeReused) {
        found.push([statusCode, statusMessage, rawHeaders, mayBeReused])
        return !isHead
      },
      onBody: (chunk) => void bodies.push(chunk),
      onEnd(rawTrailers) {
        found.push(Buffer.concat(bodies.splice(0)).toString('latin1'), rawTrailers)
      },
    },
    maxHead,
  )
  // As for a connection, each part is read into the same memory.
  const memory = Buffer.alloc(256 * 1024)
  let problem: Error | undefined
  for (const part of parts) {
    const length = typeof part === 'string' ? memory.write(part, 'latin1') : part.copy(memory)
    problem ??= parser.parse(memory.subarray(0, length))
    memory.fill('!')
  }
  if (ends) problem ??= parser.finish()
  parser.close()
  return { found, problem: (problem as NodeJS.ErrnoException | undefined)?.code }
}

test('response parser: names and values come as they were spelled, and the body is not that of the next read', () => {
  const { found } = parse([
    'HTTP/1.1 200 Fine\r\nX-a: \xe9\r\ncontent-LENGTH: 4\r\nx-A: 2\r\n\r\nab',
    'cdHTTP/1.1 204 No Content\r\n\r\n',
  ])
  assert.deepEqual(found, [
    [200, 'Fine', ['X-a', '\xe9', 'content-LENGTH', '4', 'x-A', '2'], true],
    'abcd',
    [],
    [204, 'No Content', [], true],
    '',
    [],
  ])
})

test('response parser: chunks are joined, and trailers come after them', () => {
  const { found } = parse([
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
    '2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n',
  ])
  assert.deepEqual(found.slice(1), ['abcde', ['X-Sum', '5']])
})

test('response parser: all headers of a long head are found, in their order', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `X-${at}: ${at}\r\n`)
  const { found } = parse([`HTTP/1.1 304 Not Modified\r\n${lines.join('')}`, '\r\n'])
  const [[, , rawHeaders]] = found as [[number, string, string[]]]
  assert.equal(rawHeaders.length, 200)
  assert.deepEqual(rawHeaders.slice(-2), ['X-99', '99'])
})

test('response parser: informational responses are passed over', () => {
  const { found } = parse([
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na',
  ])
  assert.deepEqual(found, [[200, 'OK', ['Content-Length', '1'], true], 'a', []])
})

test('response parser: a response to HEAD, and one with status 304, has no body', () => {
  const toHead = ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n']
  assert.deepEqual(parse(toHead, { isHead: true }).found.slice(1), ['', []])
  const notModified = ['HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n']
  assert.deepEqual(parse(notModified).found.slice(1), ['', []])
})

test('response parser: without a length the end of the connection is that of the body; otherwise it is a problem', () => {
  const endless = parse(['HTTP/1.0 200 OK\r\n\r\nabc'], { ends: true })
  assert.deepEqual(endless, { found: [[200, 'OK', [], false], 'abc', []], problem: undefined })
  const cut = parse(['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'], { ends: true })
  assert.equal(cut.problem, 'HPE_INVALID_EOF_STATE')
})

test('response parser: it refuses what node:http refuses', () => {
  const problemOf = (text: string) => parse([text]).problem
  assert.equal(problemOf('hello\r\n'), 'HPE_INVALID_CONSTANT')
  const both = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'
  assert.equal(problemOf(`HTTP/1.1 200 OK\r\n${both}\r\n`), 'HPE_INVALID_TRANSFER_ENCODING')
  assert.equal(problemOf('HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'), 'HPE_INVALID_HEADER_TOKEN')
  const large = `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(2000)}\r\n\r\n`
  assert.equal(parse([large], { maxHead: 1000 }).problem, 'HPE_HEADER_OVERFLOW')
})
