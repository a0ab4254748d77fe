/// How many pixels of coded frames a container does not want to be shown, at each edge.
package struct CroppedEdges: Hashable, Sendable {
    package let left: Int
    package let top: Int
    package let right: Int
    package let bottom: Int

    /// `nil` where nothing is cropped, and where numbers cannot be meant: below zero.
    package init?(left: Int, top: Int, right: Int, bottom: Int) {
        let all = [left, top, right, bottom]
        guard all.allSatisfy({ $0 >= 0 }), all != [0, 0, 0, 0] else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
}
