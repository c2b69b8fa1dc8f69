"""Trains the network that sees logos in the mean picture of a clip (engines/clip-marks/search/see-logos.ts).

Run, with Python 3.11, torch, numpy, pillow and onnx, and with the ground fetched (npm run bench ground):

    npm i --prefix FOLDER @iconify-json/{simple-icons,logos,skill-icons,circle-flags,flag,cryptocurrency-color,devicon}
    npm i --prefix FOLDER @iconify-json/{tabler,ph,mdi,noto,vscode-icons,fluent-emoji-flat,meteocons}
    node --conditions=source bench/logos/draw-icons.ts FOLDER
    python bench/logos/train.py FOLDER PHOTOGRAPHS MINUTES engines/clip-marks/search/logo-weights.onnx

PHOTOGRAPHS is a folder with some hundred photographs of any kind, such as those of themes and templates on npm. A quarter of the clips and a tenth of
the other pictures are held back. The material is made without end; docs/decisions/video-marks.md says what was measured.
"""

import colorsys
import glob
import hashlib
import io
import json
import math
import os
import random
import subprocess
import sys
import time
import zlib

import numpy as np
import onnx
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

chance = random.random
between = random.uniform
LONG_EDGE = 576
ICON = 96
BATCH = 16
# Sizes of frames and how often each is made: small ones first, which train faster, then those of the engine.
SMALL = [((256, 144), 0.5), ((224, 176), 0.18), ((144, 256), 0.16), ((304, 128), 0.06), ((192, 192), 0.1)]
LARGE = [((336, 192), 0.5), ((288, 224), 0.18), ((192, 336), 0.16), ((400, 160), 0.06), ((256, 256), 0.1)]
FONTS = glob.glob('/usr/share/fonts/truetype/**/*.ttf', recursive=True)
LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'


# Scenes: photographs and drawings, and the means of one, eight or all frames of a clip at four frames a second.


def read_pictures(files, refused=()):
    for file in files:
        with open(file, 'rb') as opened:
            if hashlib.sha256(opened.read()).hexdigest() in refused:
                continue
        try:
            picture = Image.open(file)
            picture.draft('RGB', (2 * LONG_EDGE, 2 * LONG_EDGE))
            picture = picture.convert('RGB')
        except OSError:
            continue
        scale = min(1, LONG_EDGE / max(picture.size))
        size = [max(1, round(side * scale)) for side in picture.size]
        if min(size) >= 200:
            yield np.asarray(picture.resize(size, Image.LANCZOS))


def read_clip(file):
    ask = ['ffprobe', '-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
    wide, high = map(int, subprocess.run([*ask, file], capture_output=True, text=True).stdout.strip().split(',')[:2])
    scale = min(1, LONG_EDGE / max(wide, high))
    wide, high = (2 * round(side * scale / 2) for side in (wide, high))
    filters = f'fps=4,scale={wide}:{high}:flags=area'
    command = ['ffmpeg', '-nostdin', '-v', 'error', '-i', file, '-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
    raw = subprocess.run(command, capture_output=True).stdout
    frames = np.frombuffer(raw, np.uint8).reshape(-1, high, wide, 3)
    for count in (1, 8, len(frames)):
        start = random.randint(0, max(0, len(frames) - count))
        yield frames[start : start + count].mean(0).round().astype(np.uint8)


def read_scenes(folder, photographs):
    listed = json.load(open(os.path.join(folder, 'list.json')))
    found = sorted(glob.glob(os.path.join(photographs, '**/*.jp*g'), recursive=True))
    scenes = {
        'pictures': list(read_pictures(listed['pictures'])),
        'photographs': list(read_pictures(found, set(listed['judged']))),
    }
    scenes = {kind: [one for k, one in enumerate(all) if k % 10] for kind, all in scenes.items()}
    train = [clip for clip in listed['clips'] if zlib.crc32(f'clip {clip["name"].split("@")[0]}'.encode()) % 4]
    scenes['clips'] = [picture for clip in train for picture in read_clip(clip['file'])]
    return scenes


def choose_scene(scenes):
    return random.choice(scenes[random.choices(['pictures', 'photographs', 'clips'], [0.35, 0.35, 0.3])[0]])


def make_frame(scene, size):
    wide, high = size
    height, width = scene.shape[:2]
    share = between(0.55, 1) if chance() < 0.8 else 1
    across = share * min(width, height * wide / high)
    down = across * high / wide
    x, y = between(0, max(0, width - across - 0.01)), between(0, max(0, height - down - 0.01))
    box = (x, y, min(width, x + across), min(height, y + down))
    frame = Image.fromarray(scene).resize(size, Image.BILINEAR if across < 1.2 * wide else Image.LANCZOS, box)
    if chance() < 0.5:
        frame = frame.transpose(Image.FLIP_LEFT_RIGHT)
    look = chance()
    if look < 0.2:
        frame = frame.filter(ImageFilter.GaussianBlur(between(0.4, 2.5)))
    elif look < 0.32:  # the mean of a scene that moves
        levels = np.asarray(frame, np.float32)
        count, (dx, dy) = random.randint(2, 6), (between(-5, 5), between(-3, 3))
        moved = sum(np.roll(levels, (int(k * dy), int(k * dx)), (0, 1)) for k in range(count))
        frame = Image.fromarray((moved / count).astype(np.uint8))
    levels = np.asarray(frame, np.float32) / 255
    if chance() < 0.6:
        contrast, light, gamma = between(0.55, 1.2), between(-0.15, 0.15), between(0.7, 1.5)
        levels = np.clip((levels - 0.5) * contrast + 0.5 + light, 0, 1) ** gamma
    if chance() < 0.1:
        levels = np.repeat(levels.mean(-1, keepdims=True), 3, -1)
    return Image.fromarray((levels * 255).astype(np.uint8))


# Marks: icons, shapes, letters; with a word, on a plate, with an outline or a shadow.


class Icons:
    def __init__(self, folder):
        self.all = np.memmap(os.path.join(folder, 'icons.raw'), np.uint8, 'r').reshape(-1, ICON, ICON, 4)
        kinds = open(os.path.join(folder, 'icons.txt')).read().split('\n')
        self.of = {kind: [k for k, one in enumerate(kinds) if one == kind] for kind in ('plain', 'coloured')}

    def draw(self, kind):
        icon = Image.fromarray(np.array(self.all[random.choice(self.of[kind])]), 'RGBA')
        box = icon.getchannel('A').point(lambda level: 255 * (level > 16)).getbbox()
        return icon.crop(box) if box else icon


def choose_colour():
    kind = chance()
    if kind < 0.55:
        return (255, 255, 255)
    if kind < 0.68:
        return (int(between(170, 250)) if kind < 0.62 else int(between(0, 50)),) * 3
    return tuple(int(255 * level) for level in colorsys.hsv_to_rgb(chance(), between(0.5, 1), between(0.5, 1)))


def tint(alpha, colour):
    tinted = Image.new('RGBA', alpha.size, colour + (0,))
    tinted.putalpha(alpha)
    return tinted


def draw_polygon(draw, kind, centre, radius):
    corners = random.randint(3, 9) * (2 if kind == 'star' else 1)
    turn, inner = between(0, 6.3), between(0.35, 0.8)
    points = []
    for k in range(corners):
        angle = turn + 2 * math.pi * k / corners
        reach = radius * (inner if kind == 'star' and k % 2 else between(0.5, 1.1) if kind == 'blob' else 1)
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    draw.polygon(points, fill=1)


def draw_shapes():
    side, whole = 160, Image.new('1', (160, 160), 0)
    for k in range(random.choice([1, 1, 2, 2, 3, 4])):
        part = Image.new('1', whole.size, 0)
        draw = ImageDraw.Draw(part)
        kind = random.choice(['ellipse', 'ring', 'rectangle', 'rounded', 'polygon', 'star', 'arc', 'lines', 'blob'])
        centre = [side / 2 if chance() < 0.6 else between(40, 120) for _ in range(2)]
        radius = between(20, 78) if k else between(50, 78)
        other = radius * (1 if chance() < 0.6 else between(0.4, 1))
        box = [centre[0] - radius, centre[1] - other, centre[0] + radius, centre[1] + other]
        if kind == 'ellipse':
            draw.ellipse(box, fill=1)
        elif kind == 'ring':
            draw.ellipse(box, outline=1, width=int(between(6, 24)))
        elif kind == 'rectangle':
            draw.rectangle(box, fill=int(chance() < 0.6), outline=1, width=int(between(6, 18)))
        elif kind == 'rounded':
            draw.rounded_rectangle(box, between(8, 30), fill=int(chance() < 0.6), outline=1, width=int(between(6, 18)))
        elif kind == 'arc':
            draw.arc(box, between(0, 360), between(360, 600), fill=1, width=int(between(8, 26)))
        elif kind == 'lines':
            for _ in range(random.randint(1, 4)):
                draw.line([between(10, 150) for _ in range(4)], fill=1, width=int(between(6, 18)))
        else:
            draw_polygon(draw, kind, centre, radius)
        whole = ImageChops.logical_xor(whole, part) if chance() < 0.5 else ImageChops.logical_or(whole, part)
    alpha = whole.convert('L')
    box = alpha.getbbox()
    if not box or min(box[2] - box[0], box[3] - box[1]) < 30:
        return draw_shapes()
    return tint(alpha, choose_colour()).crop(box)


def draw_word(length, height, colour):
    font = ImageFont.truetype(random.choice(FONTS), max(8, int(height * 1.3)))
    text = ''.join(random.choice(LETTERS if chance() < 0.7 else LETTERS.lower()) for _ in range(length))
    box = font.getbbox(text)
    alpha = Image.new('L', (box[2] - box[0] + 4, box[3] - box[1] + 4), 0)
    ImageDraw.Draw(alpha).text((2 - box[0], 2 - box[1]), text, font=font, fill=255)
    return tint(alpha, colour).crop(alpha.getbbox() or (0, 0) + alpha.size)


def join(a, b):
    gap = int(between(4, 20))
    if chance() < 0.55:
        size = (a.width + gap + b.width, max(a.height, b.height))
        places = [(0, (size[1] - a.height) // 2), (a.width + gap, (size[1] - b.height) // 2)]
    else:
        size = (max(a.width, b.width), a.height + gap + b.height)
        places = [((size[0] - a.width) // 2, 0), ((size[0] - b.width) // 2, a.height + gap)]
    joined = Image.new('RGBA', size, (0, 0, 0, 0))
    for part, place in zip((a, b), places):
        joined.paste(part, place)
    return joined


def put_on_plate(mark):
    wide, high = mark.size
    kind = random.choice(['rectangle', 'rounded', 'ellipse'] if 0.6 < wide / high < 1.6 else ['rectangle', 'rounded'])
    edge = int(0.22 * max(wide, high)) if kind == 'ellipse' else int(between(6, 26))
    plate = Image.new('RGBA', (wide + 2 * edge, high + 2 * edge), (0, 0, 0, 0))
    draw, colour = ImageDraw.Draw(plate), choose_colour() + (int(between(90, 255)),)
    box = [0, 0, plate.width - 1, plate.height - 1]
    if kind == 'rectangle':
        draw.rectangle(box, fill=colour)
    elif kind == 'rounded':
        draw.rounded_rectangle(box, between(6, 40), fill=colour)
    else:
        draw.ellipse(box, fill=colour)
    if chance() < 0.25:  # what it shows is a hole
        hole = Image.new('L', plate.size, 0)
        hole.paste(mark.getchannel('A'), (edge, edge))
        plate.putalpha(ImageChops.subtract(plate.getchannel('A'), hole))
    else:
        plate.alpha_composite(mark, (edge, edge))
    return plate


def put_on_edge(mark):
    """Lays the mark over its outline or its shadow."""
    edge = 12
    alpha = Image.new('L', (mark.width + 2 * edge, mark.height + 2 * edge), 0)
    alpha.paste(mark.getchannel('A'), (edge, edge))
    if chance() < 0.5:
        alpha = alpha.filter(ImageFilter.MaxFilter(random.choice([5, 7, 9])))
    else:
        blurred = alpha.filter(ImageFilter.GaussianBlur(between(1, 4)))
        alpha = ImageChops.offset(blurred, random.randint(-1, 5), random.randint(0, 5)).point(lambda level: int(level * 0.7))
    whole = tint(alpha, (0, 0, 0) if chance() < 0.8 else choose_colour())
    whole.alpha_composite(mark, (edge, edge))
    return whole


def draw_mark(icons):
    kind = chance()
    if kind < 0.26:
        mark = tint(icons.draw('plain').getchannel('A'), choose_colour())
    elif kind < 0.55:
        mark = icons.draw('coloured')
        if chance() < 0.3:
            mark = tint(mark.getchannel('A'), choose_colour())
    elif kind < 0.82:
        mark = draw_shapes()
    else:
        mark = draw_word(random.choice([1, 1, 2, 2, 3, 3, 4]), 80, choose_colour())
    if chance() < 0.18:
        own = tuple(mark.getpixel((mark.width // 2, mark.height // 2))[:3])
        word = draw_word(random.randint(2, 8), between(22, 60), choose_colour() if chance() < 0.5 else own)
        mark = join(mark, word)
    if chance() < 0.2:
        return put_on_plate(mark)
    return put_on_edge(mark) if chance() < 0.3 else mark


def choose_place(frame, mark):
    (wide, high), (w, h) = frame, mark
    down = min(wide, high) * between(0.015, 0.12)
    across = min(wide, high) * between(0.015, 0.12) if chance() < 0.5 else down
    left, right, top, bottom = across, wide - w - across, down, high - h - down
    kind = chance()
    if kind < 0.72:
        x, y = random.choice([left, right, right]), random.choice([top, top, bottom])
    elif kind < 0.78:
        x, y = random.choice([left, right]), between(top, max(top, bottom))
    elif kind < 0.84:
        x, y = between(left, max(left, right)), random.choice([top, bottom])
    else:
        x, y = between(left, max(left, right)), between(top, max(top, bottom))
    return int(min(max(0, x), wide - w)), int(min(max(0, y), high - h))


def lay(frame, icons):
    """Lays a mark over a frame. Returns the frame and the mark's box, if it shows."""
    wide, high = frame.size
    mark = draw_mark(icons)
    scale = wide * math.exp(between(math.log(0.035), math.log(0.2))) / mark.width
    scale *= math.sqrt(min(2.5, max(1, mark.width / mark.height)))
    scale = min(scale, 0.3 * high / mark.height, 0.4 * wide / mark.width)
    w, h = max(7, round(mark.width * scale * between(0.85, 1.18))), max(7, round(mark.height * scale))
    sheet = np.asarray(mark, np.float32) / 255
    sheet = np.concatenate([sheet[..., :3] * sheet[..., 3:], sheet[..., 3:]], -1)
    filter = Image.BOX if scale < 0.6 else Image.BILINEAR
    sheet = np.stack([np.asarray(Image.fromarray(sheet[..., c]).resize((w, h), filter)) for c in range(4)], -1)
    sheet = sheet * (1 if chance() < 0.42 else between(0.35, 0.9))
    x, y = choose_place(frame.size, (w, h))
    levels = np.array(frame, np.float32) / 255
    clean = levels[y : y + h, x : x + w].copy()
    levels[y : y + h, x : x + w] = clean * (1 - sheet[..., 3:]) + sheet[..., :3]
    change = np.abs(levels[y : y + h, x : x + w] - clean).mean(-1)
    ys, xs = np.where(change > 0.03)
    # A mark that hardly differs from its ground is none.
    if len(ys) < 12 or change[sheet[..., 3] > 0.1].mean() < 0.05:
        return frame, None
    laid = Image.fromarray((levels.clip(0, 1) * 255).round().astype(np.uint8))
    return laid, (x + xs.min(), y + ys.min(), x + xs.max() + 1, y + ys.max() + 1)


def store(frame):
    """Returns a frame as a clip has it: softer or sharper, compressed, with noise."""
    if chance() < 0.2:
        frame = frame.filter(ImageFilter.GaussianBlur(between(0.2, 0.7)))
    if chance() < 0.15:
        frame = frame.filter(ImageFilter.UnsharpMask(1, int(between(30, 90)), 0))
    if chance() < 0.45:
        stored = io.BytesIO()
        frame.save(stored, 'JPEG', quality=int(between(45, 95)))
        frame = Image.open(stored)
    levels = np.asarray(frame, np.float32)
    if chance() < 0.4:
        levels = levels + np.random.normal(0, between(0.5, 4), levels.shape)
    return levels.clip(0, 255).astype(np.uint8)


def make_sample(scenes, icons, size):
    """Returns a frame, and which share of each 2 by 2 of its pixels lies in the box of a mark."""
    frame, boxes = make_frame(choose_scene(scenes), size), []
    covered = np.zeros(size[::-1], np.float32)
    for _ in range(0 if chance() > 0.55 else 1 if chance() < 0.8 else 2):
        laid, box = lay(frame, icons)
        near = any(box[0] < b[2] + 6 and b[0] < box[2] + 6 and box[1] < b[3] + 6 and b[1] < box[3] + 6 for b in boxes if box)
        if box and not near:
            frame = laid
            boxes.append(box)
            covered[box[1] : box[3], box[0] : box[2]] = 1
    return store(frame), covered.reshape(size[1] // 2, 2, size[0] // 2, 2).mean((1, 3))


def generate(queue, seed, scenes, folder, is_small):
    random.seed(seed)
    np.random.seed(seed)
    torch.set_num_threads(1)
    icons = Icons(folder)
    while True:
        sizes, shares = zip(*(SMALL if is_small.value else LARGE))
        size = random.choices(sizes, shares)[0]
        frames, covers = zip(*[make_sample(scenes, icons, size) for _ in range(BATCH)])
        queue.put((np.stack(frames), np.stack(covers)))


# The network and its training.


def convolve(before, after, stride=1, dilation=1):
    layer = nn.Conv2d(before, after, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, width, dilation=1):
        super().__init__()
        self.first = convolve(width, width, 1, dilation)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return F.relu(x + self.second(self.first(x)))


class Network(nn.Module):
    """From 5 planes to one of half the size: red, green, blue, and the distances to the nearest upright and level border."""

    def __init__(self):
        super().__init__()
        self.second = nn.Sequential(convolve(5, 16, 2), convolve(16, 16))
        self.fourth = nn.Sequential(convolve(16, 32, 2), Residual(32))
        self.eighth = nn.Sequential(convolve(32, 48, 2), Residual(48))
        self.sixteenth = nn.Sequential(convolve(48, 64, 2), Residual(64, 2), convolve(64, 64, 1, 3))
        self.up_eighth, self.mix_eighth = nn.Conv2d(64, 48, 1), convolve(48, 48)
        self.up_quarter, self.mix_quarter = nn.Conv2d(48, 32, 1), convolve(32, 32)
        self.head = nn.Conv2d(32, 4, 1)

    def forward(self, x):
        quarter = self.fourth(self.second(x))
        eighth = self.eighth(quarter)
        deep = self.up_eighth(self.sixteenth(eighth))
        eighth = self.mix_eighth(eighth + F.interpolate(deep, scale_factor=2.0, mode='nearest'))
        quarter = self.mix_quarter(quarter + F.interpolate(self.up_quarter(eighth), scale_factor=2.0, mode='nearest'))
        return F.pixel_shuffle(self.head(quarter), 2)


def to_input(frames):
    count, high, wide, _ = frames.shape
    x = 2 * np.minimum(np.arange(wide) + 0.5, wide - np.arange(wide) - 0.5) / wide - 0.5
    y = 2 * np.minimum(np.arange(high) + 0.5, high - np.arange(high) - 0.5) / high - 0.5
    places = np.stack(np.broadcast_arrays(x[None, :], y[:, None])).astype(np.float32)
    levels = torch.from_numpy(frames).permute(0, 3, 1, 2).float() / 255 - 0.5
    return torch.cat([levels, torch.from_numpy(places)[None].expand(count, -1, -1, -1)], 1)


def vary(x, cover):
    if chance() < 0.5:
        x, cover = x.flip(3), cover.flip(3)
    if chance() < 0.3:
        x, cover = x.flip(2), cover.flip(2)
    if chance() < 0.5:
        x = x[:, torch.tensor(random.sample([0, 1, 2], 3) + [3, 4])]
    return x.contiguous(memory_format=torch.channels_last), cover


def measure_loss(answer, cover):
    sure = torch.sigmoid(answer)
    entropy = F.binary_cross_entropy_with_logits(answer, cover, reduction='none') * ((sure - cover).abs() + 0.1)
    # Marks count alike, however small.
    area = cover.sum((1, 2, 3), keepdim=True).clamp(min=1)
    weight = 1 + cover * (250 / area).clamp(0.5, 8)
    both, all = (sure * cover).sum((1, 2, 3)), sure.sum((1, 2, 3)) + cover.sum((1, 2, 3))
    return 8 * (entropy * weight).mean() + 0.5 * (1 - (2 * both + 10) / (all + 10)).mean()


def train(folder, photographs, minutes):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    scenes = read_scenes(folder, photographs)
    is_small, queue = mp.Value('i', 1), mp.Queue(12)
    for seed in range(2):
        mp.Process(target=generate, args=(queue, seed, scenes, folder, is_small), daemon=True).start()
    network = Network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    kept, fresh, step, mean, start = [], 0, 0, None, time.time()
    while (done := (time.time() - start) / 60 / minutes) < 1:
        if done > 0.6 and is_small.value:
            is_small.value, kept, fresh = 0, kept[-20:], 0
        for group in optimizer.param_groups:
            group['lr'] = 4e-3 * min(1, step / 60) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        # Batches are used again while no new one is ready.
        if fresh < 12 or not queue.empty():
            kept, fresh = [*kept[-249:], queue.get()], fresh + 1
            frames, covers = kept[-1]
        else:
            frames, covers = random.choice(kept)
        x, cover = vary(to_input(frames), torch.from_numpy(covers)[:, None])
        with torch.autocast('cpu', dtype=torch.bfloat16):
            answer = network(x)
        loss = measure_loss(answer.float(), cover)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        step += 1
        state = network.state_dict()
        mean = mean or {name: value.clone() for name, value in state.items()}
        for name, value in state.items():
            if value.dtype.is_floating_point:
                mean[name].lerp_(value, 1 - min(0.99, step / (step + 10)))
        if step % 50 == 0:
            print(f'{step} steps, loss {loss.item():.3f}', flush=True)
    network.load_state_dict(mean)
    return network.eval()


class Sure(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return torch.sigmoid(self.network(x))


def export(network, file):
    """Writes the network with float16 weights, which the runtime widens when it opens it."""
    for layer in network.modules():
        if isinstance(layer, nn.Sequential) and len(layer) > 1 and isinstance(layer[1], nn.BatchNorm2d):
            layer[0], layer[1] = torch.nn.utils.fuse_conv_bn_eval(layer[0], layer[1]), nn.Identity()
    sides = {'picture': {2: 'height', 3: 'width'}, 'chances': {2: 'halfHeight', 3: 'halfWidth'}}
    names = {'input_names': ['picture'], 'output_names': ['chances'], 'dynamic_axes': sides}
    torch.onnx.export(Sure(network), torch.zeros(1, 5, 192, 336), file, opset_version=17, dynamo=False, **names)
    model = onnx.load(file)
    weights, widened = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= 8:
            weights.append(tensor)
            continue
        weights.append(numpy_helper.from_array(values.astype(np.float16), f'{tensor.name}.half'))
        widened.append(helper.make_node('Cast', [f'{tensor.name}.half'], [tensor.name], to=TensorProto.FLOAT))
    layers = list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(weights)
    model.graph.node.extend(widened + layers)
    onnx.checker.check_model(model)
    onnx.save(model, file)


if __name__ == '__main__':
    [folder, photographs, minutes, file] = sys.argv[1:]
    export(train(folder, photographs, float(minutes)), file)
