import { PassThrough, type Readable } from 'node:stream'
import type Docker from 'dockerode'
import { readStream } from '#engines/process/output/line-cutter.ts'

export interface ExecOptions {
  command: string[]
  env?: Record<string, string>
  onLine: (line: string) => void
  input?: Buffer
  folder?: string
  /** Called with standard output as it is, which then has no lines. */
  onOutput?: (output: Readable) => Promise<void>
}

/** Runs a command in a container to its end; resolves to the exit code. */
export async function runIn(
  container: Docker.Container,
  { command, env = {}, onLine, input, folder, onOutput }: ExecOptions,
): Promise<number> {
  const exec = await container.exec({
    Cmd: command,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    AttachStdin: input !== undefined,
    AttachStdout: true,
    AttachStderr: true,
    ...(folder ? { WorkingDir: folder } : {}),
  })
  const stream = await exec.start({ hijack: true, stdin: input !== undefined })
  const [output, errors] = [new PassThrough(), new PassThrough()]
  container.modem.demuxStream(stream, output, errors)
  for (const event of ['close', 'end']) {
    stream.on(event, () => {
      output.end()
      errors.end()
    })
  }
  if (input) stream.end(input)
  const reading = onOutput ? onOutput(output) : readStream(output, onLine)
  await Promise.all([reading, readStream(errors, onLine)])
  const { ExitCode } = await exec.inspect()
  return ExitCode ?? 137
}
