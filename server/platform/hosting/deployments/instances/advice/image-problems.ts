import type { KnownProblem } from './known-problem.ts'

export const otherProcessor: KnownProblem = {
  signs: (line) =>
    line.includes('exec format error') ||
    (line.includes('bwrap: execvp ') && line.includes('Exec format error')),
  advice: [
    'The program is for another processor than that of this machine, or a script without #! in its first line: build the image for this machine, or begin the script with #!/bin/sh.',
  ],
  isPermanent: true,
}

const notExecutable: KnownProblem = {
  signs: (line) => line.includes('bwrap: execvp ') && line.includes('Permission denied'),
  advice: [
    'The program of ENTRYPOINT or CMD may not be run by the user of the image: RUN chmod 755 it, or COPY --chmod=755, and let its folders be readable by that user.',
  ],
  isPermanent: true,
}

const noCommand: KnownProblem = {
  signs: ['bwrap: execvp '],
  unless: [otherProcessor, notExecutable],
  advice: [
    'The image does not have the program of its ENTRYPOINT or CMD, or that of its first line: CMD as plain text needs /bin/sh (write CMD ["program", "argument"] without a shell), and a program that is not static needs its libraries.',
  ],
  isPermanent: true,
}

const closedPort: KnownProblem = {
  signs: (line) =>
    ['listen EACCES: permission denied', 'bind: permission denied', 'AH00072: make_sock'].some(
      (sign) => line.includes(sign),
    ) ||
    (line.includes('bind() to ') && line.includes('Permission denied')),
  advice: [
    'The program may not open its port or socket. A socket that is a file needs a folder that the user of the image may write to, such as /tmp. Where instances have no network of their own, ports below 1024 are closed: let the program listen on 8080, or on another one that CC_DOCKER_EXPOSED_HTTP_PORT names.',
  ],
}

const noFolder: KnownProblem = {
  signs: ["bwrap: Can't chdir to "],
  advice: [
    'The image does not have the folder of its WORKDIR: make it by RUN mkdir, or COPY files into it.',
  ],
  isPermanent: true,
}

const otherUser: KnownProblem = {
  signs: [
    'setgid(',
    'setuid(',
    'initgroups(',
    'setgroups: Operation not permitted',
    'su: must be suid',
  ],
  advice: [
    'The program wants to become another user, and a sandbox has only one: set that user by USER in the Dockerfile, and let the program not change it (for nginx, the image nginx-unprivileged).',
  ],
}

/** Problems of starts of the images of Dockerfiles. */
export const imageProblems: readonly KnownProblem[] = [
  otherProcessor,
  noCommand,
  notExecutable,
  closedPort,
  noFolder,
  otherUser,
]
