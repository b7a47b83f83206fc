// The page's own words, a file a language. Cards and messages come from the server in the query's language.

import { EN } from "./words/en.js";
import { KO } from "./words/ko.js";
import { RU } from "./words/ru.js";

export const STRINGS = { ko: KO, en: EN, ru: RU };
