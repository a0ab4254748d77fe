/// A page that does not do what it should.
package struct PageError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
