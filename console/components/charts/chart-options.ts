import type uPlot from 'uplot'
import { figure, type Unit } from '#console/format/figures.ts'
import { axisTime } from '#console/format/times.ts'

/** A moment marked in all charts, such as a deployment. */
export interface ChartMark {
  /** Seconds since the epoch. */
  time: number
  label: string
  kind?: 'good' | 'wrong' | 'accent' | undefined
}

interface ChartDrawing {
  width: number
  height: number
  unit: Unit
  range: readonly [from: number, until: number]
  group: string | undefined
  marks: readonly ChartMark[]
  series: readonly {
    label: string
    colour?: string | undefined
    isDashed?: boolean | undefined
  }[]
  /** Index of the hovered time, or null. */
  onMove(index: number | null): void
  onZoom(from: number, until: number): void
}

/** Tokens of lines, in order; the same as in chart.css. */
const palette = ['accent', 'warning', 'good', 'wrong', 'muted']

const font = '12px system-ui, sans-serif'

/** What uPlot needs to draw; colours are those of the page at this moment. */
export function chartOptions(drawing: ChartDrawing): uPlot.Options {
  const { width, height, unit, range, group, series } = drawing
  const style = getComputedStyle(document.documentElement)
  const colour = (token: string) => style.getPropertyValue(`--${token}`).trim()
  const axis = { stroke: colour('muted'), font, ticks: { show: false } }
  return {
    width,
    height,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: {
      points: { size: 6 },
      y: false,
      drag: { x: true, y: false, setScale: false },
      ...(group === undefined ? {} : { sync: { key: group, scales: ['x', null] } }),
    },
    scales: {
      x: { time: true, range: [range[0], range[1]] },
      y: { range: (_, __, max) => [0, Math.max(max, unit === 'percent' ? 10 : 0.001) * 1.05] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 72,
        values: (_, times, __, ___, step) => times.map((time) => axisTime(time, step, range)),
      },
      {
        ...axis,
        size: 64,
        space: 36,
        grid: { stroke: colour('soft'), width: 1 },
        values: (_, values) => values.map((value) => figure(value, unit)),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour: own, isDashed }, at) => ({
        label,
        stroke: colour(own ?? palette[at % palette.length] ?? 'accent'),
        width: 1.5,
        ...(isDashed && { dash: [6, 4] }),
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      setCursor: [({ cursor }) => drawing.onMove(cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width: wide } = plot.select
          if (wide < 8) return
          drawing.onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + wide, 'x'))
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
      draw: [(plot) => drawMarks(plot, drawing.marks, colour)],
    },
  }
}

/** A dashed line with a foot at each mark. */
function drawMarks(
  plot: uPlot,
  marks: readonly ChartMark[],
  colour: (token: string) => string,
): void {
  const { ctx, bbox } = plot
  ctx.save()
  for (const { time, kind = 'accent' } of marks) {
    const x = Math.round(plot.valToPos(time, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.strokeStyle = colour(kind)
    ctx.fillStyle = colour(kind)
    ctx.setLineDash([4, 4])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - 5, bbox.top)
    ctx.lineTo(x + 5, bbox.top)
    ctx.lineTo(x, bbox.top + 7)
    ctx.fill()
  }
  ctx.restore()
}
