export { consoleBuild as default } from './build/vite-config.ts'
