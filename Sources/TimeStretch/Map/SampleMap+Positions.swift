internal import MediaTime

/// A source position and the rate there.
package struct SourcePosition: Equatable {
    /// The source sample at the position or before it.
    package var whole: Int64
    /// How far the position lies behind that sample, in [0, 1).
    package var fraction: Double
    /// The rate at the position.
    package var rate: Double

    /// The position so many samples later.
    func moved(by samples: Int64) -> SourcePosition {
        SourcePosition(whole: whole + samples, fraction: fraction, rate: rate)
    }
}

extension SampleMap {
    /// The output samples of the map, in target samples; the end is `nil` while an open map waits for its source's.
    ///
    /// A boundary belongs to the nearest sample, halves up. So maps that follow one another leave no sample out and give none
    /// twice.
    package var firstOutput: Int64 { pieces[0].targetStart.rounded }

    /// The target sample after the last one: the map's own end where it has one, otherwise that of a source of
    /// `sourceLength` samples, which may end before the open part begins. To the nearest, halves up.
    ///
    /// - Complexity: O(log *n*) in the number of parts.
    public func outputEnd(sourceLength: Int64) -> Int64 {
        if let end = ownEnd { return end }
        let piece = pieces[pieceIndex(atSource: Double(sourceLength))]
        guard piece.curve.isConstant else {
            return max(Int64((targetPosition(ofSource: Double(sourceLength)) + 0.5).rounded(.down)), firstOutput)
        }
        guard let sourceRest = Ratio(Int128(sourceLength), 1).subtracting(piece.sourceStart),
            let length = sourceRest.multiplied(by: Ratio(piece.curve.ends.0).inverse),
            let end = piece.targetStart.adding(length)
        else { return firstOutput }
        return max(end.rounded, firstOutput)
    }

    /// The target sample after the last one, to the nearest, halves up; `nil` for an open map.
    var ownEnd: Int64? { pieces[pieces.count - 1].targetEnd.map { max($0.rounded, firstOutput) } }

    /// How many output samples a source of `sourceLength` samples gives: to the nearest, halves up.
    public func outputLength(sourceLength: Int64) -> Int64 { outputEnd(sourceLength: sourceLength) - firstOutput }

    /// Source index − target index, for a piece at rate 1 whose output samples fall on source samples; `nil` for others.
    func unityOffset(of piece: Piece) -> Int64? {
        guard piece.curve.isUnity, let offset = piece.sourceStart.subtracting(piece.targetStart),
            offset.denominator == 1
        else { return nil }
        return Int64(exactly: offset.numerator)
    }

    /// The source position of output sample `m`. Before the map and after it, the rates of its ends go on.
    ///
    /// - Complexity: O(log *n*) in the number of pieces.
    package func sourcePosition(at m: Int64) -> SourcePosition {
        sourcePosition(at: m, in: pieces[pieceIndex(atTarget: m)])
    }

    /// The piece that output sample `m` lies in, and how many samples of it there are from `m` on. The first and the last piece
    /// go on without end.
    ///
    /// - Complexity: O(log *n*) in the number of pieces.
    func piece(atTarget m: Int64) -> (piece: Piece, rest: Int64) {
        let index = pieceIndex(atTarget: m)
        guard index + 1 < pieces.count else { return (pieces[index], .max) }
        let (rest, overflows) = firstSample(of: pieces[index + 1]).subtractingReportingOverflow(m)
        return (pieces[index], overflows ? .max : rest)
    }

    /// Appends to `positions` the source positions of `count` output samples of a piece, from `m` on.
    ///
    /// The first position is exact. The others are reached from it in `Double`: to 1e-12 samples at a constant rate, and to the
    /// 53 bits of the offset in a ramp.
    func appendSourcePositions(from m: Int64, count: Int, in piece: Piece, to positions: inout [SourcePosition]) {
        let origin = sourcePosition(at: m, in: piece)
        let elapsed = piece.elapsed(at: m)
        let before = piece.sourceOffset(at: elapsed)
        for step in 0..<count {
            let (advance, rate) =
                if piece.curve.isConstant {
                    (Double(step) * origin.rate, origin.rate)
                } else {
                    (
                        piece.sourceOffset(at: elapsed + Double(step)) - before,
                        piece.rate(at: elapsed + Double(step))
                    )
                }
            let offset = origin.fraction + advance
            // Never negative, so the conversion rounds down.
            let whole = Int64(offset)
            positions.append(SourcePosition(whole: origin.whole + whole, fraction: offset - Double(whole), rate: rate))
        }
    }

    /// The target position of a source position.
    ///
    /// - Complexity: O(log *n*) in the number of pieces.
    package func targetPosition(ofSource source: Double) -> Double {
        let piece = pieces[pieceIndex(atSource: source)]
        let offset = piece.targetOffset(of: source - piece.sourceStart.approximation)
        return piece.targetStart.approximation + offset
    }

    /// The rate at a source position.
    ///
    /// - Complexity: O(log *n*) in the number of pieces.
    package func rate(atSource source: Double) -> Double {
        let piece = pieces[pieceIndex(atSource: source)]
        guard !piece.curve.isConstant else { return piece.curve.ends.0.approximation }
        let offset = piece.targetOffset(of: source - piece.sourceStart.approximation)
        return piece.rate(at: offset)
    }

    /// The source position of output sample `m`, in the piece that it lies in.
    func sourcePosition(at m: Int64, in piece: Piece) -> SourcePosition {
        let start = Ratio.product(piece.sourceStart.numerator, over: piece.sourceStart.denominator)
        // m − targetStart, in units of 1 / its denominator.
        let elapsed = Int128(m) * piece.targetStart.denominator - piece.targetStart.numerator
        let offset: (whole: Int128, fraction: Double)
        let rate: Double
        if case .constant(let exact) = piece.curve {
            offset = Ratio.product(
                elapsed,
                times: Int128(exact.numerator),
                over: piece.targetStart.denominator * Int128(exact.denominator)
            )
            rate = exact.approximation
        } else {
            let t = piece.elapsed(at: m)
            let s = piece.sourceOffset(at: t)
            offset = (Int128(s.rounded(.down)), s - s.rounded(.down))
            rate = piece.rate(at: t)
        }
        let fraction = start.fraction + offset.fraction
        let carry = fraction >= 1 ? 1 : 0
        return SourcePosition(
            whole: Int64(clamping: start.whole + offset.whole) + Int64(carry),
            fraction: fraction - Double(carry),
            rate: rate
        )
    }

    /// The first output sample of a piece.
    func firstSample(of piece: Piece) -> Int64 { piece.targetStart.rounded }

    private func pieceIndex(atTarget m: Int64) -> Int {
        pieces.lastIndex { firstSample(of: $0) <= m }
    }

    private func pieceIndex(atSource source: Double) -> Int {
        pieces.lastIndex { $0.sourceStart.approximation <= source }
    }
}

extension SampleMap.Piece {
    /// The length in target samples; endless for an open piece.
    package var length: Double { targetLength?.approximation ?? .infinity }
    /// The source offset at a target offset, both from the piece's beginning.
    func sourceOffset(at t: Double) -> Double {
        curve.sourceOffset(at: lead + t, length: curveLength) - sourceLead
    }

    /// The rate at a target offset.
    func rate(at t: Double) -> Double { curve.rate(at: lead + t, length: curveLength) }

    /// The target offset of a source offset, both from the piece's beginning.
    func targetOffset(of s: Double) -> Double { curve.targetOffset(of: sourceLead + s, length: curveLength) - lead }

    /// The length of the whole curve in target samples; endless for an open piece.
    private var curveLength: Double { (cut?.length ?? targetLength)?.approximation ?? .infinity }

    private var lead: Double { cut?.lead.approximation ?? 0 }

    /// The source length that the curve plays before the piece, in samples.
    private var sourceLead: Double { cut == nil ? 0 : curve.sourceOffset(at: lead, length: curveLength) }

    /// How far output sample `m` lies behind the piece's beginning, in target samples.
    func elapsed(at m: Int64) -> Double {
        let elapsed = Int128(m) * targetStart.denominator - targetStart.numerator
        return elapsed.approximation / targetStart.denominator.approximation
    }
}

extension [SampleMap.Piece] {
    /// The index of the last piece for which `isReached` holds; 0 where it holds for none. It must hold for all pieces before
    /// that one, and for none behind it.
    fileprivate func lastIndex(_ isReached: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isReached(self[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}
