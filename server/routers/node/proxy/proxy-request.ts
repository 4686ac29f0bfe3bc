import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientRequest } from '#kit/net/http.ts'
import { relay } from './answer.ts'
import type { Lane } from './control/route-table.ts'
import { towardsVisitor } from './headers.ts'
import { type Situation, sendPage } from './pages.ts'
import type { Asked } from './parse-request.ts'
import type { Reception } from './reception.ts'
import { joinSockets } from './tunnel.ts'
import { discardUpload, upload } from './upload.ts'
import { Itinerary } from './upstream/load-balancer.ts'
import { type Connection, Outgoing } from './upstream/outgoing.ts'
import type { Destination } from './upstream/upstream.ts'

/**
 * One request of a visitor and its answer. It is tried at each address until one can be reached. What may be
 * sent twice goes over a kept connection, and once more over a fresh one should the application just have
 * closed that. Everything else gets a fresh connection, on which that cannot happen.
 */
export class Exchange {
  readonly #reception: Reception
  readonly #asked: Asked
  readonly #response: ServerResponse
  readonly #outgoing: Outgoing
  #itinerary: Itinerary
  #client: ClientRequest | undefined
  #isAnswered = false
  #isLate = false
  #isOver = false
  since = Date.now()

  constructor(reception: Reception, lane: Lane, response: ServerResponse, asked: Asked) {
    this.#reception = reception
    this.#asked = asked
    this.#response = response
    this.#outgoing = new Outgoing(response.req, asked)
    this.#itinerary = new Itinerary(lane, response.req)
  }

  begin() {
    this.#response.on('close', () => this.#onOver())
    if (!this.#response.socket) this.#watchConnection()
    this.#reception.waiting.add(this)
    this.#send(this.#outgoing.maySendTwice && !this.#asked.upgrade ? 'kept' : 'fresh')
  }

  giveUp() {
    this.#isLate = true
    this.#client?.destroy(new Error('the application did not answer in time'))
  }

  #send(connection: Connection) {
    const destination = this.#itinerary.current
    if (!destination) return this.#refuse('stopped')
    const client = this.#outgoing.sendTo(destination, connection)
    if (!client) return this.#refuse('bad-request')
    this.#client = client
    destination.begin()
    client.on('close', () => {
      destination.end()
      if (this.#isAnswered && this.#outgoing.hasBody) discardUpload(this.#response)
    })
    client.on('error', (error: NodeJS.ErrnoException) => this.#onError(error))
    client.on('response', (incoming: IncomingMessage) => this.#onAnswer(incoming, destination))
    if (this.#asked.upgrade) {
      client.on('upgrade', (incoming, socket, head) =>
        this.#join(incoming, socket, head, destination),
      )
    }
    if (!this.#outgoing.hasBody) return client.end()
    upload(this.#response, client, () => {
      this.since = Date.now()
    })
  }

  #onError(error: NodeJS.ErrnoException) {
    if (this.#isAnswered || this.#isOver) return
    if (this.#isLate) return this.#refuse('late')
    if (error.syscall === 'connect') return this.#tryNext()
    if (this.#client?.reusedSocket && this.#outgoing.maySendTwice) return this.#send('fresh')
    this.#refuse('gone')
  }

  #tryNext() {
    if (this.#itinerary.advance()) return this.#send('fresh')
    // The route may have changed while its old addresses were tried.
    const lane = this.#reception.table.find(this.#asked.hostName)
    if (!lane || this.#itinerary.covers(lane)) return this.#refuse('gone')
    this.#itinerary = new Itinerary(lane, this.#response.req)
    this.#send('fresh')
  }

  #answered() {
    this.#isAnswered = true
    this.#reception.waiting.delete(this)
  }

  #refuse(situation: Situation) {
    this.#answered()
    sendPage(this.#response, situation, this.#asked.hostName)
  }

  #onAnswer(incoming: IncomingMessage, destination: Destination) {
    this.#answered()
    // Nothing is read from a connection that wanted to leave HTTP, so not even its end would be noticed.
    this.#asked.upgrade?.socket.resume()
    const cookie = this.#itinerary.cookieFor(destination, this.#asked.visit.secure)
    if (!relay(incoming, this.#response, cookie)) this.#refuse('gone')
  }

  #join(incoming: IncomingMessage, inner: Socket, head: Buffer, destination: Destination) {
    const { upgrade } = this.#asked
    if (!upgrade || upgrade.socket.destroyed) return inner.destroy()
    this.#answered()
    this.#response.detachSocket(upgrade.socket)
    destination.begin()
    inner.on('close', () => destination.end())
    const protocol = incoming.headers.upgrade ?? upgrade.protocol
    const headers = [...towardsVisitor(incoming.rawHeaders), 'Connection', 'Upgrade']
    joinSockets(upgrade, { socket: inner, head }, [...headers, 'Upgrade', protocol])
  }

  /** The answer was sent, or nobody waits for it any more; what is left of an upload has no purpose either. */
  #onOver() {
    this.#isOver = true
    this.#reception.waiting.delete(this)
    if (this.#outgoing.hasBody || !this.#response.writableFinished) this.#client?.destroy()
  }

  /** An answer that waits behind another one on its connection does not hear from Node that this is closed. */
  #watchConnection() {
    const { socket } = this.#response.req
    const onClose = () => this.#onOver()
    socket.setMaxListeners(0)
    socket.on('close', onClose)
    this.#response.on('close', () => socket.off('close', onClose))
  }
}
