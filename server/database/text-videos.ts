/**
 * SQL: the videos of the text that `holder` names (`lesson_id = l.id`), as a JSON list of what `shownVideos` takes; `owner`
 * is the creator's id.
 */
export const textVideoList = (holder: string, owner: string): string => `(
  select coalesce(json_agg(json_build_object('uploadId', v.upload_id, 'poster',
           case when vp.id is not null then json_build_object(
             'id', vp.id, 'width', vp.width, 'height', vp.height, 'variants', vp.variants, 'alt', vp.alt) end,
           'captions', (select coalesce(json_agg(vc.language order by vc.language), '[]')
                          from video_captions vc where vc.upload_id = v.upload_id))), '[]')
    from text_videos v
    join uploads vu on vu.id = v.upload_id and vu.owner_id = ${owner} and vu.state = 'STORED' and vu.sha256 is not null
    left join images vp on vp.id = v.poster_image_id and vp.owner_id = ${owner}
   where v.${holder} and v.removed_at is null)`;

/** SQL: the file of one of them, or no row; `uploadId` is its id. */
export const textVideoFile = (holder: string, owner: string, uploadId: string): string => `
  select vu.storage_key, vu.size_bytes, vu.sha256
    from text_videos v
    join uploads vu on vu.id = v.upload_id and vu.owner_id = ${owner} and vu.state = 'STORED' and vu.sha256 is not null
   where v.${holder} and v.upload_id = ${uploadId} and v.removed_at is null`;

/** SQL: the captions of one of them in one language as WebVTT, or no row. */
export const textVideoCaptions = (
  holder: string,
  owner: string,
  uploadId: string,
  language: string,
): string => `
  select vc.webvtt
    from text_videos v
    join video_captions vc on vc.upload_id = v.upload_id and vc.owner_id = ${owner} and vc.language = ${language}
   where v.${holder} and v.upload_id = ${uploadId} and v.removed_at is null`;
