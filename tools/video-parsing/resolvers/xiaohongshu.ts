// Xiaohongshu: a note's page contains it in window.__INITIAL_STATE__. Short links (xhslink.com) redirect there.
import { AppError } from 'contract/errors.ts';
import type { FoundFile } from 'contract/link-visit.ts';
import { dig, digList, digNumber, digText, digValues, readState } from 'engines/page/read-state.ts';
import { coverAt, hostsOf, linkOf, type Resolver, withFacts } from '../resolver.ts';

function readVideos(note: unknown): FoundFile[] {
  const streams = dig(note, 'video', 'media', 'stream');
  // H.264 first, because it plays everywhere.
  const kinds = ['h264', 'h265', 'av1'].flatMap(codec => digList(streams, codec));
  return kinds.flatMap(stream => {
    const url = linkOf(dig(stream, 'masterUrl')) ?? linkOf(digList(stream, 'backupUrls')[0]);
    const facts = {
      width: digNumber(stream, 'width'),
      height: digNumber(stream, 'height'),
      seconds: digNumber(stream, 'duration') / 1000,
      bytes: digNumber(stream, 'size'),
      label: digText(stream, 'qualityType'),
    };
    return url ? [{ kind: 'video', url, ...withFacts(facts), isMain: true }] : [];
  });
}

const pictureAt = (image: unknown) =>
  linkOf(dig(image, 'urlDefault')) ??
  linkOf(
    digList(image, 'infoList')
      .map(info => dig(info, 'url'))
      .at(-1),
  ) ??
  linkOf(dig(image, 'url'));

const readPictures = (note: unknown): FoundFile[] =>
  digList(note, 'imageList').flatMap(image => {
    const url = pictureAt(image);
    const facts = { width: digNumber(image, 'width'), height: digNumber(image, 'height') };
    return url ? [{ kind: 'picture', url, ...withFacts(facts), isMain: true }] : [];
  });

function findNote(state: unknown): unknown {
  const notes = digValues(state, 'note', 'noteDetailMap').map(entry => dig(entry, 'note'));
  return (
    notes.find(note => digText(note, 'noteId') !== '' || digList(note, 'imageList').length > 0) ??
    dig(state, 'noteData', 'data', 'noteData')
  );
}

export const xiaohongshu: Resolver = {
  site: '小红书 Xiaohongshu',
  isOwn: hostsOf('xiaohongshu.com', 'xhslink.com'),
  read: ([page]) => {
    if (!page) return undefined;
    if (/\/(?:login|website-login)(?:\/|$)/.test(page.url.pathname)) throw new AppError('LINK_LOGIN_NEEDED');
    if (/\/404(?:\/|$)/.test(page.url.pathname)) throw new AppError('LINK_GONE');
    const note = findNote(readState(page.page.scripts, 'window.__INITIAL_STATE__'));
    if (!note) return undefined;
    const videos = readVideos(note);
    return {
      site: xiaohongshu.site,
      title: digText(note, 'title') || digText(note, 'desc').slice(0, 200),
      author: digText(note, 'user', 'nickname') || digText(note, 'user', 'nickName'),
      ...coverAt(pictureAt(digList(note, 'imageList')[0])),
      files: videos.length > 0 ? videos : readPictures(note),
    };
  },
};
