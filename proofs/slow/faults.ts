import http, { type Server } from 'node:http'
import type { Socket } from 'node:net'

/** Loaded into an API process before anything else: slow connections are never ended, and every byte holds up the rest. */
const heldUpMs = 1
const never = 2 ** 30

const holdUp = () => {
  const until = performance.now() + heldUpMs
  while (performance.now() < until);
}

const { createServer } = http
http.createServer = ((options: object, answer: () => void): Server =>
  createServer({ ...options, connectionsCheckingInterval: never }, answer).on('connection', (socket: Socket) =>
    socket.on('data', (data) => data.length === 1 && holdUp()),
  )) as typeof createServer
