import type { KnownProblem } from './known-problem.ts'

const otherProcessor: KnownProblem = {
  signs: ['Exec format error', 'exec format error'],
  advice: [
    'The program is for another processor than that of this machine, or a script without #! in its first line: build the image for this machine, or begin the script with #!/bin/sh.',
  ],
  isPermanent: true,
}

const noCommand: KnownProblem = {
  signs: ['bwrap: execvp '],
  unless: [otherProcessor],
  advice: [
    'The image does not have the program of its ENTRYPOINT or CMD, or that of its first line: CMD as plain text needs /bin/sh (write CMD ["program", "argument"] without a shell), and a program that is not static needs its libraries.',
  ],
  isPermanent: true,
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
  noFolder,
  otherUser,
]
