// Chooses the time zone that the browser knows, where nobody has chosen one yet. Without scripts the list does.
(() => {
  "use strict";
  const list = document.querySelector("select[data-guess]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (list && [...list.options].some((option) => option.value === here)) list.value = here;
})();
