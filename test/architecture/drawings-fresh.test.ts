import { expect, test } from 'vitest'
import { drawCharts } from '../../visualizations/draw-charts.ts'
import { listFiles, readProjectFile } from '../support/project-files.ts'

test('the drawings show the charts as they are: run `npm run visualize` when they do not', async () => {
  const drawn = await drawCharts()
  const kept = listFiles('visualizations').filter((path) => /\.(mmd|svg)$/.test(path))
  expect(kept.map((path) => path.replace('visualizations/', '')).sort()).toEqual([...drawn.keys()].sort())
  const stale = [...drawn].filter(([name, text]) => readProjectFile(`visualizations/${name}`) !== text)
  expect(stale.map(([name]) => name)).toEqual([])
})

test('the same charts give the same drawings', async () => {
  expect(await drawCharts()).toEqual(await drawCharts())
})
