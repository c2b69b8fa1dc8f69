// What people often ask for and no tool does, although its words occur in one: the search and the assistant say so instead of naming that tool.

/** Matches such a request in lower case: removing a mosaic, adding colour to black and white, compressing a PDF or turning it into a document. */
export const unmetWishes =
  /去(除|掉)?(马赛克|码)|uncensor|(remove|de)\W*(mosaic|censor|pixelat)|(黑白|老照片).*(上色|变?彩色)|(^|add|in) ?colou?r to .*photo|black and white (photo |picture |image )?(to|in|into)? ?colou?r|colou?ri[sz]e|压缩\s*pdf|pdf\s*(压缩|转\s*(word|excel|ppt))|(compress|shrink) (a |my |the )?pdf|pdf to (word|excel|powerpoint|ppt)/u;
