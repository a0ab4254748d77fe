internal import CInBetween

/// Puts a picture together of blocks that overlap by half, under a raised cosine.
///
/// A doubtful cell is the mean of what several vectors make of it: its own, and those of cells around it. Where none of them is
/// sure, a mean is less wrong than any of them. For the same reason, parts of some cells are mixed where they are.
struct OverlappedBlocks {
    let format: PictureFormat
    /// Of each 4 by 4 samples of luma.
    let cells: [MixedCell]
    let columns: Int
    let rows: Int
    /// Between 0 and 65,536.
    let instant: Int
    let loops: Loops

    /// Makes the rows of a component.
    ///
    /// - Parameters:
    ///   - component: Which one.
    ///   - first: The picture before.
    ///   - second: The picture after, of the same format.
    ///   - store: Is called once for each row, on several threads; gets a pointer to the row's sums, which are to be divided by
    ///     4,096 · ``Loops/wholeWeight``.
    @unsafe func render(
        _ component: Int,
        _ first: Picture,
        _ second: Picture,
        store: @Sendable (_ row: Int, _ sums: UnsafePointer<UInt32>) -> Void
    ) {
        switch (first.samples, second.samples) {
        case (.bytes(let from), .bytes(let to)): unsafe render(component, from[component], to[component], store)
        case (.words(let from), .words(let to)): unsafe render(component, from[component], to[component], store)
        default: preconditionFailure("two pictures of different formats")
        }
    }

    /// The same of one plane of each.
    @unsafe func render<Sample>(
        _ component: Int,
        _ from: PaddedPlane<Sample>,
        _ to: PaddedPlane<Sample>,
        _ store: @Sendable (_ row: Int, _ sums: UnsafePointer<UInt32>) -> Void
    ) {
        let across = (from.width + 3) / 4
        Rows.concurrently((from.height + 3) / 4, bands: 4) { range in
            let stride = 4 * across + 16
            var sums = [UInt32](repeating: 0, count: 8 * stride)
            unsafe sums.withUnsafeMutableBufferPointer { buffer in
                guard let sums = buffer.baseAddress else { return }
                // The first four rows are complete when the next row of blocks has been added.
                for row in range.lowerBound - 1...range.upperBound {
                    unsafe add(row, across, component, from, to, sums, stride)
                    if row > range.lowerBound - 1 {
                        // Rows 4·row − 2 to 4·row + 1.
                        for line in 0..<4 {
                            let y = 4 * row - 2 + line
                            if y >= 4 * range.lowerBound && y < min(4 * range.upperBound, from.height) {
                                unsafe store(y, sums + line * stride + 6)
                            }
                        }
                    }
                    unsafe sums.update(from: sums + 4 * stride, count: 4 * stride)
                    unsafe (sums + 4 * stride).update(repeating: 0, count: 4 * stride)
                }
            }
        }
    }

    /// How many cells off those are whose vectors a doubtful one is made of, too: in pictures of thumbnails' size, things are
    /// smaller than two cells.
    private var reach: Int { min(format.width, format.height) < 160 ? 1 : 2 }

    /// So many parts of a doubtful cell are made of its own vector.
    private static let ownParts: Int32 = 2

    /// Adds a row of blocks.
    private func add<Sample>(
        _ row: Int,
        _ across: Int,
        _ component: Int,
        _ from: PaddedPlane<Sample>,
        _ to: PaddedPlane<Sample>,
        _ sums: UnsafeMutablePointer<UInt32>,
        _ stride: Int
    ) {
        let shifts = format.shifts(of: component)
        let bits = Int32(format.bits - format.excess)
        let mix = unsafe loops.mix(Sample.self)
        let line = min(max(row << shifts.y, 0), rows - 1)
        let reach = reach
        let (above, below) = (max(line - reach, 0) * columns, min(line + reach, rows - 1) * columns)
        let whole = Loops.wholeWeight
        let inPlace = MixedBlock(MixedCell(inPlaceAt: instant), at: instant, shifts)
        for column in -1...across {
            let place = min(max(column << shifts.x, 0), columns - 1)
            let (x, y) = (4 * column - 2, 4 * row - 2)
            let target = unsafe sums + 4 * (column + 1)
            func add(_ block: MixedBlock, _ weight: Int32) {
                let first = unsafe from.block(x + block.first.x >> 4, y + block.first.y >> 4)
                let second = unsafe to.block(x + block.second.x >> 4, y + block.second.y >> 4)
                var place = block.place
                unsafe mix(target, stride, first, second, from.stride, &place, bits, weight)
            }
            let cell = cells[line * columns + place]
            let own = MixedBlock(cell, at: instant, shifts)
            guard cell.isDoubtful || cell.partsInPlace > 0 else {
                add(own, whole)
                continue
            }
            // Blocks that are the same are added once.
            var blocks = InlineArray<6, MixedBlock>(repeating: own)
            var weights = InlineArray<6, Int32>(repeating: 0)
            var count = 1
            var left = whole
            func take(_ block: MixedBlock, _ parts: Int32) {
                var same = 0
                while same < count, blocks[same] != block { same += 1 }
                if same == count {
                    blocks[count] = block
                    count += 1
                }
                weights[same] += parts
                left -= parts
            }
            if cell.partsInPlace > 0 { take(inPlace, Int32(cell.partsInPlace)) }
            if cell.isDoubtful {
                take(own, min(Self.ownParts, left))
                // Two that lie across from one another come first.
                for index in 0..<4 where left > 0 {
                    let isLeft = index == 0 || index == 3
                    let column = isLeft ? max(place - reach, 0) : min(place + reach, columns - 1)
                    take(MixedBlock(cells[(index & 1 == 0 ? above : below) + column], at: instant, shifts), 1)
                }
            } else {
                take(own, left)
            }
            for index in 0..<count where weights[index] > 0 { add(blocks[index], weights[index]) }
        }
    }
}

/// A cell in the samples of one component.
private struct MixedBlock: Equatable {
    /// From the block to its place in the first picture, in sixteenths of a sample.
    var first: (x: Int, y: Int)
    var second: (x: Int, y: Int)
    /// Of the first picture, in 64ths.
    var share: UInt8
    var kernel: MixedCell.Kernel

    init(_ cell: MixedCell, at instant: Int, _ shifts: (x: Int, y: Int)) {
        let from = -cell.vector.part(instant) - cell.bend
        let to = from + cell.vector
        first = (Int(from.x) * 2 >> shifts.x, Int(from.y) * 2 >> shifts.y)
        second = (Int(to.x) * 2 >> shifts.x, Int(to.y) * 2 >> shifts.y)
        share = cell.firstShare
        // Chroma of fewer samples has another detail than luma.
        kernel = shifts == (0, 0) ? cell.kernel : .cubic
    }

    /// Where it lies between samples.
    var place: inbetween_place {
        inbetween_place(
            first_x: UInt8(first.x & 15),
            first_y: UInt8(first.y & 15),
            second_x: UInt8(second.x & 15),
            second_y: UInt8(second.y & 15),
            share: share,
            kernel: kernel.rawValue
        )
    }

    static func == (a: Self, b: Self) -> Bool {
        a.first == b.first && a.second == b.second && a.share == b.share && a.kernel == b.kernel
    }
}
