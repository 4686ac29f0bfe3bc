import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleStart } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'
import { buildTestImage } from '#tests/support/images/build-test-image.ts'

const dockerfile = `FROM scratch
ARG VERSION
COPY busybox /bin/busybox
COPY passwd /etc/passwd
WORKDIR /srv/site
COPY cgi-bin ./cgi-bin
RUN ["/bin/busybox", "id"]
RUN ["/bin/busybox", "chmod", "755", "cgi-bin/facts"]
USER web
ENV VERSION=$VERSION BOTH=image
CMD ["/bin/busybox", "httpd", "-f", "-p", "3000"]
`
const files = {
  passwd: 'root:x:0:0:root:/root:/bin/sh\nweb:x:10001:10002:web:/home/web:/bin/sh\n',
  'cgi-bin/facts': `#!/bin/busybox sh
printf 'Content-Type: text/plain\\r\\n\\r\\n'
busybox id; busybox pwd; echo "$VERSION $BOTH $OWN $HOME $PORT"
echo changed > /srv/site/file && busybox cat /srv/site/file
`,
}

test('image: a Dockerfile is built without a daemon and serves as its user, in its folder, with its variables', async () => {
  await using opened = await openTestEngine()
  const { engine } = opened
  const environment = {
    CC_DOCKER_BUILD_ARGUMENTS: 'VERSION',
    CC_DOCKER_EXPOSED_HTTP_PORT: '3000',
    VERSION: '7',
  }
  const { artifact, recipe, lines } = await buildTestImage(engine, dockerfile, {
    files,
    environment,
  })
  assert.match(lines.join('\n'), /^uid=0\(root\) /m)
  const variables = { BOTH: 'application', OWN: 'yes' }
  const { address } = await engine.start(sampleStart(artifact, 'site', variables, { recipe }))
  const { text } = await answerOf(address, '/cgi-bin/facts')
  assert.match(text, /^uid=10001\(web\) gid=10002/)
  assert.deepEqual(text.trim().split('\n').slice(1), [
    '/srv/site/cgi-bin',
    '7 application yes /home/web 3000',
    'changed',
  ])
  const [socket] = await engine.listening('site')
  assert.equal(socket?.port, 3000)
  await engine.stop('site', 2000)

  const again = await buildTestImage(engine, dockerfile, {
    files,
    environment,
    deploymentId: 'deployment_two',
  })
  assert.match(again.lines.join('\n'), /Using cache/)
})
