#!/usr/bin/env node
import { runProgram } from './commands/program.ts'

// Whoever reads the output may stop early, as head does.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EPIPE') throw problem
})

process.exitCode = await runProgram(process.argv.slice(2))
