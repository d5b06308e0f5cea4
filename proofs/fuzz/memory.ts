import { readFileSync } from 'node:fs'

const sampleMs = 100
const megabyte = 1024

/** Watches how much memory a process occupies while work goes on; `done` answers how far the work is, from 0 to 1. */
export const watchMemory = (pid: number, done: () => number) => {
  const samples: { readonly at: number; readonly kilobytes: number }[] = []
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    samples.push({ at: done(), kilobytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) })
  }
  const timer = setInterval(look, sampleMs)
  const least = (from: number, to: number) =>
    Math.min(...samples.filter(({ at }) => at >= from && at <= to).map(({ kilobytes }) => kilobytes)) / megabyte
  return {
    /** What the last quarter occupies at least beyond what the second did: the first warms up, and peaks are garbage. */
    end: () => {
      clearInterval(timer)
      look()
      const [before, after] = [least(0.25, 0.5), least(0.75, 1)]
      return { before, after, growth: after - before }
    },
  }
}
