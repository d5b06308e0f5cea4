import { ServerResponse } from 'node:http'

/** Loaded into an API process before anything else, this makes it faulty: the proof must notice every one of these. */
const leaked: Buffer[] = []
const leakBytes = 1024 * 1024
let answers = 0

// oxlint-disable-next-line typescript/unbound-method -- called with the response as its this
const { writeHead } = ServerResponse.prototype
type Head = (this: ServerResponse, status: number, headers?: Record<string, unknown>) => ServerResponse

const faulty: Head = function (status, headers = {}) {
  answers++
  leaked.push(Buffer.alloc(leakBytes, answers))
  const { 'x-request-id': _lost, ...without } = headers
  if (answers % 30 === 0) return (writeHead as Head).call(this, 500, headers)
  if (answers % 30 === 10) return (writeHead as Head).call(this, 418, headers)
  return (writeHead as Head).call(this, status, answers % 30 === 20 ? without : headers)
}
ServerResponse.prototype.writeHead = faulty as typeof writeHead
