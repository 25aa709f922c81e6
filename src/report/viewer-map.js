/** Draws the path of an episode on the map: the ways it took, and its rooms numbered by first entry. */
export function drawPath({ startRoom, turns }) {
  const rooms = turns.flatMap(({ play }) => (play === null ? [] : [play.room]));
  const steps = [startRoom, ...rooms];
  const order = [...new Set(steps)];
  const taken = new Set(steps.slice(1).map((to, at) => `${steps[at]}-${to}`));
  for (const way of document.querySelectorAll('[data-way]')) {
    way.classList.toggle('way-taken', taken.has(way.dataset.way));
  }
  for (const room of document.querySelectorAll('[data-room]')) {
    const place = order.indexOf(Number(room.dataset.room)) + 1;
    room.classList.toggle('on-path', place > 0);
    room.querySelector('.order').textContent = place > 0 ? String(place) : '';
  }
}

/** Marks the room a turn ended in and brings it into the map's view, at first only across its width; null for none. */
export function markRoom(id) {
  const isMove = document.querySelector('.room.here') !== null;
  for (const room of document.querySelectorAll('[data-room]')) {
    const isHere = Number(room.dataset.room) === id;
    if (isHere && !room.classList.contains('here')) centre(room, isMove);
    room.classList.toggle('here', isHere);
  }
}

function centre(room, isMove) {
  const map = document.getElementById('map');
  const [frame, box] = [map.getBoundingClientRect(), room.getBoundingClientRect()];
  map.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
  if (isMove) map.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
}
