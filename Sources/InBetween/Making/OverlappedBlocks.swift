internal import CInBetween

/// Puts a picture together of blocks that overlap by half, under a raised cosine.
///
/// A doubtful cell is the mean of what several vectors make of it: its own, and those of cells around it. Where none of them is
/// sure, a mean is less wrong than any of them.
struct OverlappedBlocks {
    let first: Picture
    let second: Picture
    /// Of each 4 by 4 samples of luma.
    let cells: [MixedCell]
    let columns: Int
    let rows: Int
    let loops: Loops

    /// Makes the rows of a component.
    ///
    /// - Parameters:
    ///   - component: Which one.
    ///   - store: Is called once for each row, on several threads; gets a pointer to the row's sums, which are to be divided by
    ///     4,096 · ``Loops/wholeWeight``.
    @unsafe func render(_ component: Int, store: @Sendable (_ row: Int, _ sums: UnsafePointer<UInt32>) -> Void) {
        let (from, to) = (first.planes[component], second.planes[component])
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
    private var reach: Int { min(first.format.width, first.format.height) < 160 ? 1 : 2 }

    /// Adds a row of blocks.
    private func add(
        _ row: Int,
        _ across: Int,
        _ component: Int,
        _ from: PaddedPlane<UInt16>,
        _ to: PaddedPlane<UInt16>,
        _ sums: UnsafeMutablePointer<UInt32>,
        _ stride: Int
    ) {
        let shifts = first.format.shifts(of: component)
        let bits = first.format.bits - first.format.excess
        let line = min(max(row << shifts.y, 0), rows - 1)
        let reach = reach
        let (above, below) = (max(line - reach, 0) * columns, min(line + reach, rows - 1) * columns)
        var taps = inbetween_taps()
        for column in -1...across {
            let place = min(max(column << shifts.x, 0), columns - 1)
            let (x, y) = (4 * column - 2, 4 * row - 2)
            let target = unsafe sums + 4 * (column + 1)
            func mix(_ cell: MixedCell, _ weight: Int32) {
                // In sixteenths of this component's samples.
                let (ax, ay) = (Int(cell.first.x) * 2 >> shifts.x, Int(cell.first.y) * 2 >> shifts.y)
                let (bx, by) = (Int(cell.second.x) * 2 >> shifts.x, Int(cell.second.y) * 2 >> shifts.y)
                let share = Int16(truncatingIfNeeded: cell.firstShare)
                taps.first_row = Self.taps(ax & 15, 1)
                taps.first_column = Self.taps(ay & 15, share)
                taps.second_row = Self.taps(bx & 15, 1)
                taps.second_column = Self.taps(by & 15, 64 - share)
                unsafe loops.mix(
                    into: target,
                    stride,
                    from.block(x + ax >> 4, y + ay >> 4),
                    to.block(x + bx >> 4, y + by >> 4),
                    from.stride,
                    taps,
                    bits,
                    weight: weight
                )
            }
            let cell = cells[line * columns + place]
            guard cell.isDoubtful else {
                mix(cell, Loops.wholeWeight)
                continue
            }
            let (before, after) = (max(place - reach, 0), min(place + reach, columns - 1))
            mix(cell, Loops.wholeWeight - 4)
            mix(cells[above + before], 1)
            mix(cells[above + after], 1)
            mix(cells[below + before], 1)
            mix(cells[below + after], 1)
        }
    }

    private typealias Taps = (Int16, Int16, Int16, Int16)

    private static func taps(_ place: Int, _ share: Int16) -> Taps {
        let taps = all[place]
        return (taps.0 * share, taps.1 * share, taps.2 * share, taps.3 * share)
    }

    /// Keys' cubic convolution (1981) at each sixteenth, times 64.
    private static let all: [Taps] = [
        (0, 64, 0, 0), (-2, 64, 2, 0), (-3, 62, 6, -1), (-4, 59, 10, -1), (-5, 56, 15, -2), (-5, 52, 20, -3),
        (-5, 47, 25, -3), (-4, 42, 30, -4), (-4, 36, 36, -4), (-4, 30, 42, -4), (-3, 25, 47, -5), (-3, 20, 52, -5),
        (-2, 15, 56, -5), (-1, 10, 59, -4), (-1, 6, 62, -3), (0, 2, 64, -2),
    ]
}
