// Runs inside a container of a hostile tenant: tells each attempt as a line of JSON, then stays as a server where it has a port.
import { execFileSync, spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { accessSync, constants, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

const tell = (attempt, said, gotThrough) =>
  console.log(JSON.stringify({ attempt, gotThrough, said: String(said).slice(0, 200) }))
const own = Object.values(networkInterfaces())
  .flat()
  .map(({ address }) => address)
const reach = (target) =>
  new Promise((resolve) => {
    const [host, port] = target.split(':')
    const socket = connect({ host, port: Number(port), timeout: 5000 })
    const end = (word) => {
      resolve(word)
      socket.destroy()
    }
    socket.on('connect', () => end('connected'))
    socket.on('error', ({ code }) => end(code))
    socket.on('timeout', () => end('timeout'))
  })
const attempt = (name, act) => {
  try {
    tell(name, act(), true)
  } catch (error) {
    tell(name, error.message, false)
  }
}

// Shows that the attempts below would notice an open door.
if ((await reach(process.env.OPEN)) !== 'connected')
  throw new Error('the public registry is closed')
const targets = process.env.TARGETS.split(' ').filter(
  (target) => !own.includes(target.split(':')[0]),
)
const results = await Promise.all(targets.map(async (target) => [target, await reach(target)]))
for (const [target, said] of results) tell(`connect ${target}`, said, said === 'connected')
for (const name of ['victim-1', 'host.docker.internal']) {
  const found = await lookup(name).then(
    ({ address }) => address,
    () => undefined,
  )
  tell(`resolve ${name}`, found, found !== undefined)
}
for (const path of [
  '/var/run/docker.sock',
  '/run/docker.sock',
  '/var/lib/docker',
  '/dev/vda',
  '/dev/mem',
  '/dev/kmsg',
])
  attempt(`open ${path}`, () => openSync(path, 'r'))
for (const path of [
  '/proc/sys/kernel/core_pattern',
  '/proc/sysrq-trigger',
  '/proc/sys/kernel/modprobe',
  '/sys/kernel/uevent_helper',
])
  attempt(`write ${path}`, () => {
    accessSync(path, constants.W_OK)
    writeFileSync(path, '|/bin/false')
  })
for (const path of ['/proc/kcore', '/proc/1/root/etc/shadow', '/proc/1/mem'])
  attempt(`read ${path}`, () => readFileSync(path).subarray(0, 1))
attempt('variables of others', () => {
  const found = readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes('secret of the victim')
      )
    } catch {
      return false
    }
  })
  if (found.length === 0) throw new Error('none')
  return found
})
attempt('mknod', () => execFileSync('mknod', ['/tmp/disk', 'b', '254', '0'], { stdio: 'pipe' }))
attempt('end of the first process', () => {
  // Of an instance it is the tenant's own; of a build it is not.
  if (process.env.PORT) throw new Error('its own')
  process.kill(1, 'SIGKILL')
})

if (process.env.PORT) {
  attempt('files of the platform', () => writeFileSync('/opt/berth/init.pl', ''))
  const children = Array.from({ length: 600 }, () => spawn('sleep', ['60'], { stdio: 'ignore' }))
  const failed = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.on('error', () => resolve(true)).on('spawn', () => resolve(false))
        }),
    ),
  )
  tell('600 processes', `${failed.filter(Boolean).length} refused`, !failed.some(Boolean))
  for (const child of children) child.kill('SIGKILL')
  createServer((_, response) => response.end()).listen(process.env.PORT)
}
console.log('ATTACKED')
