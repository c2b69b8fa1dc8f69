// The strings of lanes: how wide they are, and that they are paused.
import { defineWords } from 'contract/words.ts';

export const laneWords = defineWords({
  zh: {
    widthOfEach: '每个进程',
    ownWidth: '按服务器设置',
    state: '状态',
    open: '正常',
    paused: '已暂停',
    change: '调整',
    changeOf: '调整队列 {lane}',
    widthField: '每个进程同时处理的任务数',
    widthHint: '留空则按每台服务器自己的设置。几秒内生效，正在处理的任务不受影响。',
    pause: '暂停队列',
    pauseHint: '排队的任务保留位置，恢复前不会开始；正在处理的任务会继续完成。',
    laneAct: '调整队列',
    pausedLane: '队列 {lane} 已暂停，{count} 个任务在等。恢复：任务与队列 → 调整',
  },
  en: {
    widthOfEach: 'Per worker',
    ownWidth: 'server’s own',
    state: 'State',
    open: 'Open',
    paused: 'Paused',
    change: 'Change',
    changeOf: 'Change lane {lane}',
    widthField: 'Tasks at once per worker',
    widthHint: 'Leave empty for each server’s own setting. Takes effect in seconds; running tasks are not touched.',
    pause: 'Pause the lane',
    pauseHint: 'Waiting tasks keep their places, and none starts until you resume. Running tasks finish.',
    laneAct: 'Changed lane',
    pausedLane: 'Lane {lane} is paused with {count} {count:task|tasks} waiting. To resume it: Tasks and queue → Change',
  },
});
