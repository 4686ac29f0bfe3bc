import { type OutsideWorld, openOutsideWorld } from './outside-world.ts'

/** A span in OTLP JSON. */
export interface Span {
  traceId: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface Export {
  resourceSpans: {
    resource: Pick<Span, 'attributes'>
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** A trace collector that instances can reach: OTLP over HTTP. */
export interface Collector extends AsyncDisposable {
  url: string
  /** Spans that a service has sent so far. */
  spansOf(service: string): Promise<Span[]>
}

const port = 4318

const program = `const exported = []
  require('node:http').createServer(async (request, response) => {
    const chunks = await request.toArray()
    if (request.url === '/v1/traces') exported.push(JSON.parse(Buffer.concat(chunks)))
    response.setHeader('content-type', 'application/json')
    response.end(request.method === 'GET' ? JSON.stringify(exported) : '{}')
  }).listen(${port}, '0.0.0.0', () => console.log('ready'))`

export async function openCollector(): Promise<Collector> {
  const world: OutsideWorld = await openOutsideWorld({ args: ['-e', program], port })
  const url = `http://${world.address.host}:${port}`
  return {
    url,
    async spansOf(service) {
      const all = (await (await fetch(url)).json()) as Export[]
      return all
        .flatMap(({ resourceSpans }) => resourceSpans)
        .filter(({ resource }) => textOf(resource, 'service.name') === service)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** String attribute of a span or its resource. */
export const textOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue
